metadata description = 'Service Bus with the entities of ../../service-bus/Config.json, the one list of them.'

import { client } from 'types.bicep'

param name string
param location string
param tier string
param messagingUnits int
@description('The services that publish and consume.')
param clients client[]
@description('Whoever counts messages to scale by them.')
param scalerPrincipalId string
param subnetId string
param virtualNetworkId string

@description('How long a message is kept whose time to live in the file is the emulator\'s longest, an hour. Shorter ones in the file are meant.')
param retention string = 'P14D'

@description('Deliveries before a message is dead-lettered. The services retry within a delivery and dead-letter with a reason of their own; this is for processes that die of a message.')
param maxDeliveryCount int = 100

@description('Lock of a message of a queue without sessions: the longest that there is. Sessions keep the file\'s minute, because the lane of an instance that was killed waits for it.')
param lockDuration string = 'PT5M'

@description('Who consumes a subscription that does not have the name of a service.')
param consumers object = { 'drone-archive': 'drone-service' }

@description('Who publishes to a topic. Its consumers send to it, too: a dead letter that is sent again goes to its topic.')
param publishers object = {
  'delivery-requests': ['delivery-service']
  'delivery-completions': ['drone-service']
  'delivery-audits': ['delivery-service']
  'delivery-audit-answers': ['drone-service', 'invoice-service']
  'drone-telemetry': []
  'dispatch-load': ['delivery-service']
}

// The most that Azure lets a topic keep. Its own size is 1 GB, which ten minutes of 5,000 messages of telemetry a second fill; what is sent then is refused.
var topicMegabytes = tier == 'Premium' ? 81920 : 5120

var longestOfTheEmulator = 'PT1H'
var entities = loadJsonContent('../../service-bus/Config.json').UserConfig.Namespaces[0]
var queues = entities.Queues
var topics = entities.Topics
var subscriptions = flatten(map(
  range(0, length(topics)),
  index => map(topics[index].Subscriptions, one => union(one, { Topic: topics[index].Name, TopicIndex: index }))
))

// Azure's built-in roles.
var sender = subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '69a216fc-b8fb-44d8-bc22-1f3c2cd27a39')
var receiver = subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '4f6d3b9b-027b-4f4c-9142-0e5a2a2247e0')

// Queues are the jobs and replies of invoice-service.
var queueClients = flatten(map(
  range(0, length(queues)),
  index => map(filter(clients, one => one.service == 'invoice-service'), one => { index: index, client: one })
))
var subscriptionReaders = flatten(map(
  range(0, length(subscriptions)),
  index => map(
    filter(clients, one => one.service == (consumers[?subscriptions[index].Name] ?? subscriptions[index].Name)),
    one => { index: index, client: one }
  )
))
var topicSenders = flatten(map(
  range(0, length(topics)),
  index => map(
    filter(
      clients,
      one => contains(
        union(publishers[topics[index].Name], map(topics[index].Subscriptions, it => consumers[?it.Name] ?? it.Name)),
        one.service
      )
    ),
    one => { index: index, client: one }
  )
))

resource namespace 'Microsoft.ServiceBus/namespaces@2024-01-01' = {
  name: '${name}-events'
  location: location
  sku: {
    name: tier
    tier: tier
    capacity: tier == 'Premium' ? messagingUnits : null
  }
  properties: {
    // No keys: managed identities alone.
    disableLocalAuth: true
    minimumTlsVersion: '1.2'
    publicNetworkAccess: tier == 'Premium' ? 'Disabled' : 'Enabled'
    zoneRedundant: tier == 'Premium'
  }
}

resource queueEntity 'Microsoft.ServiceBus/namespaces/queues@2024-01-01' = [
  for entity in queues: {
    parent: namespace
    name: entity.Name
    properties: {
      deadLetteringOnMessageExpiration: entity.Properties.DeadLetteringOnMessageExpiration
      defaultMessageTimeToLive: entity.Properties.DefaultMessageTimeToLive == longestOfTheEmulator
        ? retention
        : entity.Properties.DefaultMessageTimeToLive
      lockDuration: entity.Properties.RequiresSession ? entity.Properties.LockDuration : lockDuration
      maxDeliveryCount: maxDeliveryCount
      requiresSession: entity.Properties.RequiresSession
    }
  }
]

resource topicEntity 'Microsoft.ServiceBus/namespaces/topics@2024-01-01' = [
  for entity in topics: {
    parent: namespace
    name: entity.Name
    properties: {
      defaultMessageTimeToLive: entity.Properties.DefaultMessageTimeToLive == longestOfTheEmulator
        ? retention
        : entity.Properties.DefaultMessageTimeToLive
      maxSizeInMegabytes: topicMegabytes
      requiresDuplicateDetection: entity.Properties.RequiresDuplicateDetection
    }
  }
]

resource subscriptionEntity 'Microsoft.ServiceBus/namespaces/topics/subscriptions@2024-01-01' = [
  for entity in subscriptions: {
    parent: topicEntity[entity.TopicIndex]
    name: entity.Name
    properties: {
      deadLetteringOnMessageExpiration: entity.Properties.DeadLetteringOnMessageExpiration
      defaultMessageTimeToLive: entity.Properties.DefaultMessageTimeToLive == longestOfTheEmulator
        ? retention
        : entity.Properties.DefaultMessageTimeToLive
      lockDuration: entity.Properties.RequiresSession ? entity.Properties.LockDuration : lockDuration
      maxDeliveryCount: maxDeliveryCount
      requiresSession: entity.Properties.RequiresSession
    }
  }
]

resource maySendToQueue 'Microsoft.Authorization/roleAssignments@2022-04-01' = [
  for sending in queueClients: {
    scope: queueEntity[sending.index]
    name: guid(namespace.id, queues[sending.index].Name, sending.client.service, sender)
    properties: { principalId: sending.client.principalId, principalType: 'ServicePrincipal', roleDefinitionId: sender }
  }
]

resource maySendToTopic 'Microsoft.Authorization/roleAssignments@2022-04-01' = [
  for sending in topicSenders: {
    scope: topicEntity[sending.index]
    name: guid(namespace.id, topics[sending.index].Name, sending.client.service, sender)
    properties: { principalId: sending.client.principalId, principalType: 'ServicePrincipal', roleDefinitionId: sender }
  }
]

resource mayReceiveFromQueue 'Microsoft.Authorization/roleAssignments@2022-04-01' = [
  for reader in queueClients: {
    scope: queueEntity[reader.index]
    name: guid(namespace.id, queues[reader.index].Name, reader.client.service, receiver)
    properties: { principalId: reader.client.principalId, principalType: 'ServicePrincipal', roleDefinitionId: receiver }
  }
]

resource mayReceiveFromSubscription 'Microsoft.Authorization/roleAssignments@2022-04-01' = [
  for reader in subscriptionReaders: {
    scope: subscriptionEntity[reader.index]
    name: guid(namespace.id, subscriptions[reader.index].Topic, subscriptions[reader.index].Name, reader.client.service, receiver)
    properties: { principalId: reader.client.principalId, principalType: 'ServicePrincipal', roleDefinitionId: receiver }
  }
]

// KEDA asks the namespace's administration for counts. With a key that takes the right to manage, and the built-in role with that right is Data Owner,
// which sends and receives everything. https://github.com/kedacore/keda/issues/7822 is about a narrower role; this one was not tried on Azure, and the
// README says how to go back to Data Owner.
resource counter 'Microsoft.Authorization/roleDefinitions@2022-04-01' = {
  name: guid(namespace.id, 'counter')
  properties: {
    roleName: '${name} counts messages'
    description: 'Sees queues, topics and subscriptions with their counts, and no message.'
    type: 'CustomRole'
    permissions: [
      {
        actions: [
          'Microsoft.ServiceBus/namespaces/queues/read'
          'Microsoft.ServiceBus/namespaces/topics/read'
          'Microsoft.ServiceBus/namespaces/topics/subscriptions/read'
        ]
      }
    ]
    assignableScopes: [resourceGroup().id]
  }
}

resource mayCount 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: namespace
  name: guid(namespace.id, 'scaler', counter.id)
  properties: { principalId: scalerPrincipalId, principalType: 'ServicePrincipal', roleDefinitionId: counter.id }
}

module endpoint 'private-endpoint.bicep' = if (tier == 'Premium') {
  name: 'service-bus-endpoint'
  params: {
    name: '${name}-events-endpoint'
    location: location
    targetId: namespace.id
    groupId: 'namespace'
    zoneName: 'privatelink.servicebus.windows.net'
    subnetId: subnetId
    virtualNetworkId: virtualNetworkId
  }
}

output id string = namespace.id
output namespaceName string = namespace.name
