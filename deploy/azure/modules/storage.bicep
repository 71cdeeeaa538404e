metadata description = 'Blob Storage for the archive of the drones\' telemetry.'

import { client } from 'types.bicep'

param name string
param location string
@description('The services that write the archive.')
param clients client[]
@description('Empty: reached over the internet, still only with an identity.')
param subnetId string
param virtualNetworkId string

@description('Days after which an archive file moves to a cheaper tier, and after which it is deleted.')
param cool int = 30
param deleted int = 365

var blobContributor = subscriptionResourceId('Microsoft.Authorization/roleDefinitions', 'ba92f5b4-2d11-453d-a403-e96b0029c9fe')

resource account 'Microsoft.Storage/storageAccounts@2025-06-01' = {
  name: '${name}archive${take(uniqueString(resourceGroup().id), 6)}'
  location: location
  kind: 'StorageV2'
  sku: { name: 'Standard_ZRS' }
  properties: {
    accessTier: 'Hot'
    // No keys: managed identities alone.
    allowSharedKeyAccess: false
    allowBlobPublicAccess: false
    minimumTlsVersion: 'TLS1_2'
    supportsHttpsTrafficOnly: true
    publicNetworkAccess: empty(subnetId) ? 'Enabled' : 'Disabled'
  }

  resource blobs 'blobServices' = {
    name: 'default'
    properties: { deleteRetentionPolicy: { enabled: true, days: 7 } }

    resource telemetry 'containers' = {
      name: 'telemetry'
      properties: { publicAccess: 'None' }
    }
  }

  resource rules 'managementPolicies' = {
    name: 'default'
    properties: {
      policy: {
        rules: [
          {
            name: 'archive'
            type: 'Lifecycle'
            enabled: true
            definition: {
              filters: { blobTypes: ['blockBlob'], prefixMatch: ['telemetry/date='] }
              actions: {
                baseBlob: {
                  tierToCool: { daysAfterModificationGreaterThan: cool }
                  delete: { daysAfterModificationGreaterThan: deleted }
                }
              }
            }
          }
        ]
      }
    }
  }
}

resource mayWrite 'Microsoft.Authorization/roleAssignments@2022-04-01' = [
  for one in clients: {
    scope: account::blobs::telemetry
    name: guid(account.id, one.service, blobContributor)
    properties: { principalId: one.principalId, principalType: 'ServicePrincipal', roleDefinitionId: blobContributor }
  }
]

module endpoint 'private-endpoint.bicep' = if (!empty(subnetId)) {
  name: 'storage-endpoint'
  params: {
    name: '${name}-archive-endpoint'
    location: location
    targetId: account.id
    groupId: 'blob'
    zoneName: 'privatelink.blob.${environment().suffixes.storage}'
    subnetId: subnetId
    virtualNetworkId: virtualNetworkId
  }
}

output blobEndpoint string = account.properties.primaryEndpoints.blob
