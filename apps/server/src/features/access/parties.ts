/** The two sides of a project. Both are notified of changes. */
export interface Parties {
  workspaceId: string
  clientId: string
}

/** The columns of what two sides share, each with the owner on one side. */
export const sideColumn = { freelancer: 'workspace_id', client: 'client_id' } as const
