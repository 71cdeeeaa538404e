metadata description = 'A private address of a store in the network, and the name that leads to it.'

param name string
param location string
param targetId string
@description('Which part of the store: namespace, Sql, blob.')
param groupId string
@description('The zone of its names, privatelink...')
param zoneName string
param subnetId string
param virtualNetworkId string

resource endpoint 'Microsoft.Network/privateEndpoints@2025-05-01' = {
  name: name
  location: location
  properties: {
    subnet: { id: subnetId }
    privateLinkServiceConnections: [
      {
        name: name
        properties: { privateLinkServiceId: targetId, groupIds: [groupId] }
      }
    ]
  }

  resource names 'privateDnsZoneGroups' = {
    name: 'default'
    properties: {
      privateDnsZoneConfigs: [
        {
          name: 'default'
          properties: { privateDnsZoneId: zone.id }
        }
      ]
    }
  }
}

resource zone 'Microsoft.Network/privateDnsZones@2024-06-01' = {
  name: zoneName
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
