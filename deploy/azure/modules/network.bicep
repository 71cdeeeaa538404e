metadata description = 'One network: the nodes, PostgreSQL, and the private addresses of the stores.'

param name string
param location string

resource virtualNetwork 'Microsoft.Network/virtualNetworks@2025-05-01' = {
  name: '${name}-network'
  location: location
  properties: {
    addressSpace: { addressPrefixes: ['10.40.0.0/16'] }
    subnets: [
      {
        name: 'nodes'
        properties: { addressPrefix: '10.40.0.0/20' }
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
