metadata description = 'PostgreSQL Flexible Server for the invoices: in the network, with Entra identities and no password.'

param name string
param location string
param sku string
param administrators {
  objectId: string
  name: string
}
param subnetId string
param virtualNetworkId string

resource zone 'Microsoft.Network/privateDnsZones@2024-06-01' = {
  name: '${name}.private.postgres.database.azure.com'
  location: 'global'

  resource link 'virtualNetworkLinks' = {
    name: 'network'
    location: 'global'
    properties: {
      registrationEnabled: false
      virtualNetwork: { id: virtualNetworkId }
    }
  }
}

resource server 'Microsoft.DBforPostgreSQL/flexibleServers@2024-08-01' = {
  name: '${name}-invoices'
  location: location
  dependsOn: [zone::link]
  sku: { name: sku, tier: 'GeneralPurpose' }
  properties: {
    // The major release that the tests run against.
    version: '17'
    createMode: 'Default'
    authConfig: { activeDirectoryAuth: 'Enabled', passwordAuth: 'Disabled', tenantId: tenant().tenantId }
    network: { delegatedSubnetResourceId: subnetId, privateDnsZoneArmResourceId: zone.id, publicNetworkAccess: 'Disabled' }
    storage: { storageSizeGB: 128, autoGrow: 'Enabled' }
    backup: { backupRetentionDays: 14, geoRedundantBackup: 'Disabled' }
    highAvailability: { mode: 'ZoneRedundant' }
  }

  resource database 'databases' = {
    name: 'drone_delivery'
    properties: { charset: 'UTF8', collation: 'en_US.utf8' }
  }

  // They make the role of invoice-service, see the README: it is not to be an administrator itself.
  resource administrator 'administrators' = {
    name: administrators.objectId
    // The server takes one operation at a time and refuses a second one with ServerIsBusy.
    dependsOn: [database]
    properties: { principalName: administrators.name, principalType: 'Group', tenantId: tenant().tenantId }
  }
}

output host string = server.properties.fullyQualifiedDomainName
