metadata description = 'AKS over three zones, with KEDA and workload identities, and a registry that it may pull from.'

param name string
param location string
param administratorsObjectId string
param nodeSize string
param nodesMin int
param nodesMax int
param kubernetesVersion string
param virtualNetworkName string
param subnetName string
@description('Whose addresses the API server answers, such as 203.0.113.7/32; none makes it private.')
param administratorsNetworks string[]
@description('By which the nodes reach the world.')
param egressAddress string

var podNetwork = '10.244.0.0/16'
var acrPull = subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '7f951dda-4ed3-4680-a7ca-43fe172d538d')
var networkContributor = subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '4d97b98b-1d4f-4787-a291-c67834d212e7')

resource registry 'Microsoft.ContainerRegistry/registries@2025-11-01' = {
  name: '${name}images${take(uniqueString(resourceGroup().id), 6)}'
  location: location
  sku: { name: 'Standard' }
  properties: { adminUserEnabled: false, anonymousPullEnabled: false }
}

resource identity 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: '${name}-cluster'
  location: location
}

resource virtualNetwork 'Microsoft.Network/virtualNetworks@2025-05-01' existing = {
  name: virtualNetworkName

  resource nodes 'subnets' existing = { name: subnetName }
}

resource mayJoinNetwork 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: virtualNetwork::nodes
  name: guid(virtualNetwork::nodes.id, identity.id, networkContributor)
  properties: { principalId: identity.properties.principalId, principalType: 'ServicePrincipal', roleDefinitionId: networkContributor }
}

resource cluster 'Microsoft.ContainerService/managedClusters@2026-03-01' = {
  name: '${name}-cluster'
  location: location
  dependsOn: [mayJoinNetwork]
  sku: { name: 'Base', tier: 'Standard' }
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: { '${identity.id}': {} }
  }
  properties: {
    dnsPrefix: name
    kubernetesVersion: empty(kubernetesVersion) ? null : kubernetesVersion
    agentPoolProfiles: [
      {
        name: 'nodes'
        mode: 'System'
        vmSize: nodeSize
        osSKU: 'AzureLinux'
        availabilityZones: ['1', '2', '3']
        enableAutoScaling: true
        // To begin with. Without it AKS takes one, which it refuses because it is below the least.
        count: nodesMin
        minCount: nodesMin
        maxCount: nodesMax
        vnetSubnetID: virtualNetwork::nodes.id
        upgradeSettings: { maxSurge: '33%' }
      }
    ]
    networkProfile: {
      networkPlugin: 'azure'
      networkPluginMode: 'overlay'
      // Enforces the network policies of deploy/kubernetes.
      networkDataplane: 'cilium'
      networkPolicy: 'cilium'
      podCidr: podNetwork
      // The NAT gateway of the nodes' subnet, whose 64,512 ports for each address serve whichever node needs them; with a load balancer
      // each node has a thousand or so.
      outboundType: 'userAssignedNATGateway'
    }
    oidcIssuerProfile: { enabled: true }
    securityProfile: { workloadIdentity: { enabled: true } }
    workloadAutoScalerProfile: { keda: { enabled: true } }
    aadProfile: { managed: true, enableAzureRBAC: true, adminGroupObjectIDs: [administratorsObjectId] }
    disableLocalAccounts: true
    // The addresses by which the nodes leave are among the authorized ones: they reach a public server as everybody else does.
    apiServerAccessProfile: empty(administratorsNetworks)
      ? { enablePrivateCluster: true, privateDNSZone: 'system' }
      : { authorizedIPRanges: concat(administratorsNetworks, ['${egressAddress}/32']) }
    autoUpgradeProfile: { upgradeChannel: 'patch', nodeOSUpgradeChannel: 'NodeImage' }
  }
}

resource mayPull 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: registry
  name: guid(registry.id, cluster.id, acrPull)
  properties: {
    principalId: cluster.properties.identityProfile.kubeletidentity.objectId
    principalType: 'ServicePrincipal'
    roleDefinitionId: acrPull
  }
}

output clusterName string = cluster.name
output oidcIssuer string = cluster.properties.oidcIssuerProfile.issuerURL
output podNetwork string = podNetwork
output registry string = registry.properties.loginServer
