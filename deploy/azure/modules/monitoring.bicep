metadata description = 'Application Insights on a workspace of Log Analytics, and the workbook.'

param name string
param location string

@description('Days for which telemetry is kept.')
param retentionDays int = 30

resource workspace 'Microsoft.OperationalInsights/workspaces@2023-09-01' = {
  name: '${name}-logs'
  location: location
  properties: {
    sku: { name: 'PerGB2018' }
    retentionInDays: retentionDays
  }
}

resource applicationInsights 'Microsoft.Insights/components@2020-02-02' = {
  name: '${name}-insights'
  location: location
  kind: 'web'
  properties: {
    Application_Type: 'web'
    WorkspaceResourceId: workspace.id
    IngestionMode: 'LogAnalytics'
    // Who has the connection string alone may not send.
    DisableLocalAuth: true
  }
}

resource workbook 'Microsoft.Insights/workbooks@2023-06-01' = {
  name: guid(resourceGroup().id, 'drone-delivery-under-load')
  location: location
  kind: 'shared'
  properties: {
    displayName: 'Drone Delivery under load'
    category: 'workbook'
    sourceId: applicationInsights.id
    serializedData: loadTextContent('../../application-insights/workbook.json')
  }
}

output applicationInsightsId string = applicationInsights.id
output applicationInsightsName string = applicationInsights.name
output connectionString string = applicationInsights.properties.ConnectionString
output workbookId string = workbook.id
