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
  /** The client that they belong to, which is its own first person: only a further contact has another `personId`. */
  clientId: string
  /** They read everything and change nothing but what is their own. */
  looksOnly: boolean
}
export type Actor = Freelancer | ClientUser

/** A further person of a client, not the client itself. */
export function isContact(actor: Actor) {
  return actor.side === 'client' && actor.personId !== actor.clientId
}
export type Side = Actor['side']
