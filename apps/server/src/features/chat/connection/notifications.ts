import { setImmediate as nextTurn } from 'node:timers/promises'
import { staleTopics } from '@portico/contract'
import type { AppContext } from '../../../platform/context.ts'
import type { Person } from '../../../platform/realtime/live.ts'
import { personalRoom, type SocketServer } from '../../../platform/realtime/socket-types.ts'
import { otherRoleOf, roomsOfSide, sideOf } from '../conversation-pair.ts'
import { findPairsOf } from '../conversations/conversations.repository.ts'

/** To the freelancer and all their clients. Local, because the database notifies every process of the change. */
export async function notifyPlanChange(io: SocketServer, { db }: AppContext, workspaceId: string) {
  const freelancer: Person = { side: 'freelancer', personId: workspaceId }
  const clients = (await findPairsOf(db, [freelancer])).map(
    ({ clientId: id }): Person => ({ side: 'client', personId: id }),
  )
  io.local.to([freelancer, ...clients].map(personalRoom)).emit('changed', staleTopics['billing.planChanged'])
}

/** Messages wait no longer than the notifications of so many people take. */
const PEOPLE_PER_TURN = 8

/** To everybody who may chat with these people: whether they are online now. */
export async function notifyPresence(
  io: SocketServer,
  { db, clock, lastSeen, presence }: AppContext,
  people: Person[],
) {
  const areOnline = await presence.areOnline(people)
  // Peers that ask when a person was last seen get this time too.
  if (areOnline.includes(false)) await lastSeen.flush()
  const pairs = await findPairsOf(db, people)
  const lastSeenAt = clock.now().toISOString()
  for (const [index, { side, personId }] of people.entries()) {
    if (index % PEOPLE_PER_TURN === 0) await nextTurn()
    const peers = pairs
      .filter(({ workspaceId, clientId }) => personId === (side === 'freelancer' ? workspaceId : clientId))
      .flatMap(({ members, ...pair }) => roomsOfSide(otherRoleOf[side], pair, members))
    const here = areOnline[index] ?? false
    if (peers.length > 0)
      io.to(peers).emit('presence', {
        userId: personId,
        userType: sideOf[side],
        here,
        lastSeenAt,
      })
  }
}
