import type { AppContext } from '../../platform/context.ts'
import type { Whereabouts } from '../../platform/presence.ts'
import { personalRoom, type SocketServer } from '../../platform/socket-server.ts'
import { findPairsOf } from './conversations.repository.ts'
import { otherRoleOf, type Pair, roomOf, sideOf } from './rooms.ts'

/** In milliseconds. */
const GATHER = 200

/** Tells tabs that are not in a conversation's room that something was said there: however much, a few times a second. */
export function tellBystanders(io: SocketServer) {
  const waiting = new Map<string, Pair>()

  return (pair: Pair) => {
    if (waiting.size === 0) setTimeout(flush, GATHER).unref()
    waiting.set(roomOf(pair), pair)
  }

  function flush() {
    for (const [room, { freelancerId, clientId }] of waiting) {
      const both = [
        personalRoom({ role: 'freelancer', id: freelancerId }),
        personalRoom({ role: 'client', id: clientId }),
      ]
      io.to(both).except(room).emit('changed', ['conversations'])
    }
    waiting.clear()
  }
}

/** Tells both sides that what a freelancer's plan allows has changed. Each process hears of it, and tells its own. */
export async function tellPlan(io: SocketServer, { db }: AppContext, freelancerId: string) {
  const freelancer = { role: 'freelancer', id: freelancerId } as const
  io.local.to(personalRoom(freelancer)).emit('changed', ['conversations', 'dashboard'])
  const clients = (await findPairsOf(db, [freelancer])).map(({ clientId }) =>
    personalRoom({ role: 'client', id: clientId }),
  )
  if (clients.length > 0) io.local.to(clients).emit('changed', ['conversations'])
}

/** Tells everybody who may chat with them that people have come or gone. Each process tells its own connections. */
export async function tellPresence(
  io: SocketServer,
  { db, clock, lastSeen }: AppContext,
  people: Whereabouts[],
) {
  // Whoever asks when they were last seen finds it written down.
  if (people.some(({ here }) => !here)) await lastSeen.flush()
  const pairs = await findPairsOf(db, people)
  const lastSeenAt = clock.now().toISOString()
  for (const { role, id, here } of people) {
    const peers = pairs
      .filter(({ freelancerId, clientId }) => id === (role === 'freelancer' ? freelancerId : clientId))
      .map(({ freelancerId, clientId }) => ({
        role: otherRoleOf[role],
        id: role === 'freelancer' ? clientId : freelancerId,
      }))
    if (peers.length > 0)
      io.local
        .to(peers.map(personalRoom))
        .emit('presence', { userId: id, userType: sideOf[role], here, lastSeenAt })
  }
}
