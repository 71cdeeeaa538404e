metadata description = 'What has to wake somebody. ../../prometheus/rules.yml has these alerts and some more for Prometheus.'

param name string
param location string
param email string
param applicationInsightsId string
param serviceBusId string

// Each query finds what is wrong, a row for each thing; the rule alerts when there is a row.
var queries = [
  {
    name: 'error-budget'
    title: 'The error budget burns fast'
    query: loadTextContent('../../application-insights/alerts/error-budget.kql')
    window: 'PT1H'
    frequency: 'PT5M'
    severity: 1
  }
  {
    name: 'oldest-event'
    title: 'Events wait to be sent'
    query: loadTextContent('../../application-insights/alerts/oldest-event.kql')
    window: 'PT5M'
    frequency: 'PT1M'
    severity: 1
  }
  {
    name: 'events-not-handled'
    title: 'Events are not handled'
    query: loadTextContent('../../application-insights/alerts/events-not-handled.kql')
    window: 'PT5M'
    frequency: 'PT1M'
    severity: 1
  }
  {
    name: 'dead-letters'
    title: 'Events that nobody could work on'
    query: loadTextContent('../../application-insights/alerts/dead-letters.kql')
    window: 'PT15M'
    frequency: 'PT5M'
    severity: 1
  }
  {
    name: 'stuck-outbox'
    title: 'Accepted deliveries are not announced'
    query: loadTextContent('../../application-insights/alerts/stuck-outbox.kql')
    window: 'PT5M'
    frequency: 'PT1M'
    severity: 1
  }
  {
    name: 'audit-found-missing'
    title: 'An audit found something missing'
    query: loadTextContent('../../application-insights/alerts/audit-found-missing.kql')
    window: 'PT1H'
    frequency: 'PT15M'
    severity: 1
  }
  {
    name: 'audits-behind'
    title: 'Audits are behind'
    query: loadTextContent('../../application-insights/alerts/audits-behind.kql')
    window: 'PT15M'
    frequency: 'PT15M'
    severity: 2
  }
  {
    name: 'audit-given-up'
    title: 'Accepted deliveries are not repaired'
    query: loadTextContent('../../application-insights/alerts/audit-given-up.kql')
    window: 'PT1H'
    frequency: 'PT15M'
    severity: 1
  }
  {
    name: 'certificates-expire'
    title: 'Certificates expire'
    query: loadTextContent('../../application-insights/alerts/certificates-expire.kql')
    window: 'PT15M'
    frequency: 'PT15M'
    severity: 2
  }
  {
    name: 'certificates-refused'
    title: 'Certificates are refused'
    query: loadTextContent('../../application-insights/alerts/certificates-refused.kql')
    window: 'PT1H'
    frequency: 'PT15M'
    severity: 2
  }
  {
    name: 'throttled-share'
    title: 'Cosmos DB refuses calls'
    query: loadTextContent('../../application-insights/alerts/throttled-share.kql')
    window: 'PT5M'
    frequency: 'PT5M'
    severity: 2
  }
]

resource people 'Microsoft.Insights/actionGroups@2023-01-01' = {
  name: '${name}-people'
  location: 'global'
  properties: {
    groupShortName: take(name, 12)
    enabled: true
    emailReceivers: [
      { name: 'first', emailAddress: email, useCommonAlertSchema: true }
    ]
  }
}

resource rule 'Microsoft.Insights/scheduledQueryRules@2023-12-01' = [
  for one in queries: {
    name: '${name}-${one.name}'
    location: location
    kind: 'LogAlert'
    properties: {
      displayName: one.title
      enabled: true
      severity: one.severity
      scopes: [applicationInsightsId]
      evaluationFrequency: one.frequency
      windowSize: one.window
      criteria: {
        allOf: [
          {
            query: one.query
            timeAggregation: 'Count'
            operator: 'GreaterThan'
            threshold: 0
            failingPeriods: { numberOfEvaluationPeriods: 1, minFailingPeriodsToAlert: 1 }
          }
        ]
      }
      autoMitigate: true
      actions: { actionGroups: [people.id] }
    }
  }
]

// What the broker itself says: dead letters that were there before, and those that expired unread.
resource deadLetters 'Microsoft.Insights/metricAlerts@2018-03-01' = {
  name: '${name}-dead-letters-of-the-broker'
  location: 'global'
  properties: {
    description: 'Dead letters wait in Service Bus'
    enabled: true
    severity: 2
    scopes: [serviceBusId]
    evaluationFrequency: 'PT5M'
    windowSize: 'PT15M'
    criteria: {
      'odata.type': 'Microsoft.Azure.Monitor.SingleResourceMultipleMetricCriteria'
      allOf: [
        {
          criterionType: 'StaticThresholdCriterion'
          name: 'waiting'
          metricNamespace: 'Microsoft.ServiceBus/namespaces'
          metricName: 'DeadletteredMessages'
          dimensions: [
            { name: 'EntityName', operator: 'Include', values: ['*'] }
          ]
          timeAggregation: 'Average'
          operator: 'GreaterThan'
          threshold: 0
        }
      ]
    }
    autoMitigate: true
    actions: [
      { actionGroupId: people.id }
    ]
  }
}
