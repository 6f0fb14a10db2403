import type { chat } from '@portico/contract'
import type { Actor, Side } from '../../platform/actors.ts'

/** A client and their freelancer, who have one conversation. All people of the client take part in it. */
export interface Pair {
  workspaceId: string
  clientId: string
}

export function pairOf(actor: Actor, peerId: string): Pair {
  return actor.side === 'freelancer'
    ? { workspaceId: actor.workspaceId, clientId: peerId }
    : { workspaceId: peerId, clientId: actor.clientId }
}

/** The id that an actor has for the other side, which is that of their side and not of a person. */
export function peerIdOf(actor: Actor) {
  return actor.side === 'freelancer' ? actor.workspaceId : actor.clientId
}

/** Names the roles and ids of both, so that no two pairs share a room. */
export function conversationRoom({ workspaceId, clientId }: Pair) {
  return `chat:freelancer:${workspaceId}:client:${clientId}`
}

export const sideOf = { freelancer: 'Freelancer', client: 'Client' } as const satisfies Record<
  Side,
  chat.Side
>
export const otherSideOf = { freelancer: 'Client', client: 'Freelancer' } as const satisfies Record<
  Side,
  chat.Side
>
export const otherRoleOf = { freelancer: 'client', client: 'freelancer' } as const
