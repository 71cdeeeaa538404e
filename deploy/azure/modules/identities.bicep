metadata description = 'A managed identity for each service, which its service account in the cluster becomes, and one for KEDA.'

import { client } from 'types.bicep'

param name string
param location string
param services string[]
@description('The cluster\'s issuer of service accounts\' tokens.')
param issuer string
param applicationInsightsName string

@description('Where the services are in the cluster, and where KEDA is.')
param namespace string = 'drone-delivery'

var metricsPublisher = subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '3913510d-42f4-4e42-8a64-420c390055eb')

resource applicationInsights 'Microsoft.Insights/components@2020-02-02' existing = {
  name: applicationInsightsName
}

resource identity 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = [
  for service in services: {
    name: '${name}-${service}'
    location: location
  }
]

resource trust 'Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials@2024-11-30' = [
  for (service, index) in services: {
    parent: identity[index]
    name: 'cluster'
    properties: {
      issuer: issuer
      subject: 'system:serviceaccount:${namespace}:${service}'
      audiences: ['api://AzureADTokenExchange']
    }
  }
]

resource mayPublishTelemetry 'Microsoft.Authorization/roleAssignments@2022-04-01' = [
  for (service, index) in services: {
    scope: applicationInsights
    name: guid(applicationInsights.id, service, metricsPublisher)
    properties: { principalId: identity[index].properties.principalId, principalType: 'ServicePrincipal', roleDefinitionId: metricsPublisher }
  }
]

resource scalerIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: '${name}-scaler'
  location: location

  resource trust 'federatedIdentityCredentials' = {
    name: 'cluster'
    properties: {
      issuer: issuer
      // Where the add-on of AKS has KEDA.
      subject: 'system:serviceaccount:kube-system:keda-operator'
      audiences: ['api://AzureADTokenExchange']
    }
  }
}

output identities client[] = [
  for (service, index) in services: {
    service: service
    principalId: identity[index].properties.principalId
    clientId: identity[index].properties.clientId
  }
]
output scaler client = {
  service: 'scaler'
  principalId: scalerIdentity.properties.principalId
  clientId: scalerIdentity.properties.clientId
}
