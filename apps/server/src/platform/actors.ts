/** Who asks, from the row of their session. What is shared belongs to a workspace; what is their own, to the person. */
interface SignedIn {
  personId: string
  /** For a member, the one that they work in now; for a client, the one whose client they are. */
  workspaceId: string
  sessionId: string
}
export interface Freelancer extends SignedIn {
  side: 'freelancer'
  role: Role
  sees: Sees
}
export type Role = 'owner' | 'admin' | 'member'
/** Which clients of the workspace a member reaches. */
export type Sees = 'all' | 'assigned'
export interface ClientUser extends SignedIn {
  side: 'client'
  /** The client that they belong to, which is its own first person: only a further contact has another `personId`. */
  clientId: string
  /** They read everything and change nothing but what is their own. */
  looksOnly: boolean
}
export type Actor = Freelancer | ClientUser

export type Side = Actor['side']
