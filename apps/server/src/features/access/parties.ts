/** The two sides of a project. Both are notified of changes. */
export interface Parties {
  workspaceId: string
  clientId: string
}
