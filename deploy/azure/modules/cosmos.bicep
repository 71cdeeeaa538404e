metadata description = 'Cosmos DB for NoSQL with the containers of the services and their partition keys.'

import { client } from 'types.bicep'

param name string
param location string
param furtherRegions string[]
param containerThroughput int
@description('The services that read and write documents.')
param clients client[]
@description('Empty: reached over the internet, still only with an identity.')
param subnetId string
param virtualNetworkId string

// With these keys the services start; they refuse a container with another one. cosmos.containers.<name>.partition-key has them.
var containers = [
  { name: 'deliveries', partitionKey: '/ownerId' }
  { name: 'flights', partitionKey: '/ownerId' }
  { name: 'flight-summaries', partitionKey: '/ownerId' }
]

// Cosmos DB Built-in Data Contributor: documents, and nothing of the account.
var dataContributor = '00000000-0000-0000-0000-000000000002'

resource account 'Microsoft.DocumentDB/databaseAccounts@2025-10-15' = {
  name: '${name}-documents'
  location: location
  kind: 'GlobalDocumentDB'
  properties: {
    databaseAccountOfferType: 'Standard'
    // Within a region. After a failover the region that takes over may lack the last writes, and the promise does not cover them.
    consistencyPolicy: { defaultConsistencyLevel: 'Session' }
    locations: [
      for (region, index) in concat([location], furtherRegions): {
        locationName: region
        failoverPriority: index
        isZoneRedundant: true
      }
    ]
    enableAutomaticFailover: !empty(furtherRegions)
    enableBurstCapacity: true
    // No keys: managed identities alone.
    disableLocalAuth: true
    disableKeyBasedMetadataWriteAccess: true
    minimalTlsVersion: 'Tls12'
    publicNetworkAccess: empty(subnetId) ? 'Enabled' : 'Disabled'
    // An account with this one cannot have its partitions merged (enablePartitionMerge).
    backupPolicy: {
      type: 'Continuous'
      continuousModeProperties: { tier: 'Continuous7Days' }
    }
  }

  resource database 'sqlDatabases' = {
    name: 'drone-delivery'
    properties: { resource: { id: 'drone-delivery' } }
  }
}

resource container 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2025-10-15' = [
  for one in containers: {
    parent: account::database
    name: one.name
    properties: {
      resource: {
        id: one.name
        partitionKey: { kind: 'Hash', version: 2, paths: [one.partitionKey] }
        // On, without a time for documents that name none: answers kept for idempotency keys go by their own.
        defaultTtl: -1
      }
      options: { autoscaleSettings: { maxThroughput: containerThroughput } }
    }
  }
]

resource mayReadAndWrite 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2025-10-15' = [
  for one in clients: {
    parent: account
    name: guid(account.id, one.service, dataContributor)
    properties: {
      principalId: one.principalId
      roleDefinitionId: '${account.id}/sqlRoleDefinitions/${dataContributor}'
      scope: '${account.id}/dbs/drone-delivery'
    }
  }
]

module endpoint 'private-endpoint.bicep' = if (!empty(subnetId)) {
  name: 'cosmos-endpoint'
  params: {
    name: '${name}-documents-endpoint'
    location: location
    targetId: account.id
    groupId: 'Sql'
    zoneName: 'privatelink.documents.azure.com'
    subnetId: subnetId
    virtualNetworkId: virtualNetworkId
  }
}

output endpoint string = account.properties.documentEndpoint
