metadata description = 'One network: the nodes and their way out, PostgreSQL, and the private addresses of the stores.'

param name string
param location string

// AKS makes no NAT gateway (managedNATGateway) for nodes in a network that it has not made.
resource egressAddress 'Microsoft.Network/publicIPAddresses@2025-05-01' = {
  name: '${name}-egress'
  location: location
  sku: { name: 'Standard' }
  properties: { publicIPAllocationMethod: 'Static' }
}

resource egress 'Microsoft.Network/natGateways@2025-05-01' = {
  name: '${name}-egress'
  location: location
  // Standard is in one zone, which Azure chooses here. StandardV2, for the address too, spans the zones; some regions do not have it.
  sku: { name: 'Standard' }
  properties: {
    // 64,512 ports for each address, of which a gateway takes 16.
    publicIpAddresses: [{ id: egressAddress.id }]
  }
}

resource virtualNetwork 'Microsoft.Network/virtualNetworks@2025-05-01' = {
  name: '${name}-network'
  location: location
  properties: {
    addressSpace: { addressPrefixes: ['10.40.0.0/16'] }
    subnets: [
      {
        name: 'nodes'
        properties: {
          addressPrefix: '10.40.0.0/20'
          natGateway: { id: egress.id }
        }
      }
      {
        name: 'endpoints'
        properties: { addressPrefix: '10.40.16.0/24' }
      }
      {
        name: 'postgres'
        properties: {
          addressPrefix: '10.40.17.0/24'
          delegations: [
            {
              name: 'postgres'
              properties: { serviceName: 'Microsoft.DBforPostgreSQL/flexibleServers' }
            }
          ]
        }
      }
    ]
  }

  resource nodes 'subnets' existing = { name: 'nodes' }
  resource endpoints 'subnets' existing = { name: 'endpoints' }
  resource postgres 'subnets' existing = { name: 'postgres' }
}

output virtualNetworkId string = virtualNetwork.id
output virtualNetworkName string = virtualNetwork.name
output nodesSubnetName string = virtualNetwork::nodes.name
output endpointsSubnetId string = virtualNetwork::endpoints.id
output postgresSubnetId string = virtualNetwork::postgres.id
output egressAddress string = egressAddress.properties.ipAddress
