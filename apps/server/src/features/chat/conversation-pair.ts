import type { chat } from '@portico/contract'
import type { Actor, Side } from '../../platform/actors.ts'
import { allClientsRoom, personalRoom } from '../../platform/realtime/socket-types.ts'

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

/** The rooms of those of one side who see the conversation. `members` are those who work with the client. */
export function roomsOfSide(side: Side, { workspaceId, clientId }: Pair, members: string[]) {
  if (side === 'client') return [personalRoom({ side, personId: clientId })]
  // The room of the founder is that of the whole workspace, and they see all clients.
  const assigned = members.filter((personId) => personId !== workspaceId)
  return [allClientsRoom(workspaceId), ...assigned.map((personId) => personalRoom({ side, personId }))]
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
