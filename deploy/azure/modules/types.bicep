@export()
@description('The managed identity of a service.')
type client = {
  service: string
  principalId: string
  clientId: string
}
