import type { chat } from '@portico/contract'
import type { Actor, Side } from '../../platform/actors.ts'

/** A client and their freelancer, who have one conversation. */
export interface Pair {
  workspaceId: string
  clientId: string
}

export function pairOf({ side, personId }: Pick<Actor, 'side' | 'personId'>, peerId: string): Pair {
  return side === 'freelancer'
    ? { workspaceId: personId, clientId: peerId }
    : { workspaceId: peerId, clientId: personId }
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
