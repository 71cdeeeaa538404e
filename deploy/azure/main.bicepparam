using 'main.bicep'

param name = 'drones'
param administrators = {
  objectId: readEnvironmentVariable('ADMINISTRATORS_OBJECT_ID')
  name: readEnvironmentVariable('ADMINISTRATORS_NAME')
}
param administratorsNetworks = split(readEnvironmentVariable('ADMINISTRATORS_NETWORKS'), ',')
param alertEmail = readEnvironmentVariable('ALERT_EMAIL')
param serviceBusTier = 'Premium'
param messagingUnits = 1
param containerThroughput = 10000
