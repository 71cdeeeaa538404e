targetScope = 'resourceGroup'

metadata description = 'Everything in Azure that Drone Delivery runs on. README.md has the commands.'

@description('Begins the name of everything; lower case letters and digits, because registries and storage accounts take nothing else.')
@minLength(3)
@maxLength(11)
param name string

@description('Where everything is.')
param location string = resourceGroup().location

@description('The Entra group whose members administer PostgreSQL and the cluster.')
param administrators {
  @description('Its object id.')
  objectId: string
  @description('Its name.')
  name: string
}

@description('The networks of the administrators, such as 203.0.113.7/32: the cluster\'s API server answers these and no others. With none it is private, and is reached from the network alone.')
param administratorsNetworks string[] = []

@description('Who is told of alerts.')
param alertEmail string

@description('Premium has its own machines, private endpoints and a second zone. Standard shares: about 1,000 messages a second in and out of the whole namespace.')
@allowed(['Standard', 'Premium'])
param serviceBusTier string = 'Premium'

@description('Messaging units of Premium; docs/capacity.md says how many.')
@allowed([1, 2, 4, 8, 16])
param messagingUnits int = 1

@description('The most request units a second of each container. Cosmos DB goes down to a tenth of it by itself.')
@minValue(1000)
param containerThroughput int = 10000

@description('Other regions with a copy of the data, in the order in which one takes over by itself. It may lack the last writes: the promise holds within one region.')
param furtherRegions string[] = []

@description('The machine of PostgreSQL.')
param postgresSku string = 'Standard_D2ds_v5'

@description('The machines of the cluster, at least one for each of three zones.')
param nodeSize string = 'Standard_D4s_v5'

@description('How many of them at least and at most.')
param nodes {
  @minValue(3)
  min: int
  max: int
} = { min: 3, max: 9 }

@description('The version of Kubernetes; empty takes the region\'s default.')
param kubernetesVersion string = ''

// The applications, and what each of them may reach.
var services = ['gateway', 'delivery-service', 'drone-service', 'invoice-service']
var withEvents = ['delivery-service', 'drone-service', 'invoice-service']
var withDocuments = ['delivery-service', 'drone-service']
var isPrivate = serviceBusTier == 'Premium'

module network 'modules/network.bicep' = {
  name: 'network'
  params: { name: name, location: location }
}

module monitoring 'modules/monitoring.bicep' = {
  name: 'monitoring'
  params: { name: name, location: location }
}

module cluster 'modules/cluster.bicep' = {
  name: 'cluster'
  params: {
    name: name
    location: location
    administratorsObjectId: administrators.objectId
    administratorsNetworks: administratorsNetworks
    egressAddress: network.outputs.egressAddress
    nodeSize: nodeSize
    nodesMin: nodes.min
    nodesMax: nodes.max
    kubernetesVersion: kubernetesVersion
    virtualNetworkName: network.outputs.virtualNetworkName
    subnetName: network.outputs.nodesSubnetName
  }
}

module identities 'modules/identities.bicep' = {
  name: 'identities'
  params: {
    name: name
    location: location
    services: services
    issuer: cluster.outputs.oidcIssuer
    applicationInsightsName: monitoring.outputs.applicationInsightsName
  }
}

module serviceBus 'modules/service-bus.bicep' = {
  name: 'service-bus'
  params: {
    name: name
    location: location
    tier: serviceBusTier
    messagingUnits: messagingUnits
    clients: filter(identities.outputs.identities, identity => contains(withEvents, identity.service))
    scalerPrincipalId: identities.outputs.scaler.principalId
    subnetId: network.outputs.endpointsSubnetId
    virtualNetworkId: network.outputs.virtualNetworkId
  }
}

module cosmos 'modules/cosmos.bicep' = {
  name: 'cosmos'
  params: {
    name: name
    location: location
    furtherRegions: furtherRegions
    containerThroughput: containerThroughput
    clients: filter(identities.outputs.identities, identity => contains(withDocuments, identity.service))
    subnetId: isPrivate ? network.outputs.endpointsSubnetId : ''
    virtualNetworkId: network.outputs.virtualNetworkId
  }
}

module postgres 'modules/postgres.bicep' = {
  name: 'postgres'
  params: {
    name: name
    location: location
    sku: postgresSku
    administrators: administrators
    subnetId: network.outputs.postgresSubnetId
    virtualNetworkId: network.outputs.virtualNetworkId
  }
}

module storage 'modules/storage.bicep' = {
  name: 'storage'
  params: {
    name: name
    location: location
    clients: filter(identities.outputs.identities, identity => identity.service == 'drone-service')
    subnetId: isPrivate ? network.outputs.endpointsSubnetId : ''
    virtualNetworkId: network.outputs.virtualNetworkId
  }
}

module alerts 'modules/alerts.bicep' = {
  name: 'alerts'
  params: {
    name: name
    location: location
    email: alertEmail
    applicationInsightsId: monitoring.outputs.applicationInsightsId
    serviceBusId: serviceBus.outputs.id
  }
}

@description('What deploy/kubernetes/azure/settings.env needs, name for name.')
output settings object = {
  SPRING_PROFILES_ACTIVE: 'azure'
  APPLICATIONINSIGHTS_CONNECTION_STRING: monitoring.outputs.connectionString
  SPRING_CLOUD_AZURE_SERVICEBUS_NAMESPACE: serviceBus.outputs.namespaceName
  SPRING_CLOUD_AZURE_COSMOS_ENDPOINT: cosmos.outputs.endpoint
  // The nearest first: reads go there, and to the next one when it is slow or away.
  SPRING_CLOUD_AZURE_COSMOS_PREFERREDREGIONS: join(concat([location], furtherRegions), ',')
  INVOICE_DATABASE_HOST: postgres.outputs.host
  DRONE_TELEMETRY_ARCHIVE_BLOB_ENDPOINT: storage.outputs.blobEndpoint
  SERVICEKIT_EDGE_FORWARDEDFROM: cluster.outputs.podNetwork
}

@description('The client id of each service\'s identity, for the service accounts.')
output identities array = identities.outputs.identities

@description('The client id of the identity with which KEDA looks at the queues.')
output scalerClientId string = identities.outputs.scaler.clientId

@description('Where the images go.')
output registry string = cluster.outputs.registry

@description('For az aks get-credentials.')
output clusterName string = cluster.outputs.clusterName
