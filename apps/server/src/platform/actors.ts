/** Who asks, from the row of their session. What is shared belongs to a workspace, which has its founder's id. */
interface SignedIn {
  personId: string
  /** For a client, the workspace whose client they are. */
  workspaceId: string
  sessionId: string
}
export interface Freelancer extends SignedIn {
  side: 'freelancer'
}
export interface ClientUser extends SignedIn {
  side: 'client'
}
export type Actor = Freelancer | ClientUser
export type Side = Actor['side']
