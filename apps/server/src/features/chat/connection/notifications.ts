import { setImmediate as nextTurn } from 'node:timers/promises'
import { staleTopics } from '@portico/contract'
import type { Actor } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Person } from '../../../platform/realtime/live.ts'
import type { Whereabouts } from '../../../platform/realtime/presence.ts'
import { personalRoom, type SocketServer } from '../../../platform/realtime/socket-types.ts'
import { conversationRoom, otherRoleOf, type Pair, pairOf, sideOf } from '../conversation-pair.ts'
import { findPairsOf } from '../conversations/conversations.repository.ts'

/** In milliseconds. */
const PAUSE = 1_000

/**
 * Tells tabs that are not in a conversation's room that something was said there: at once, and then, however much follows,
 * once a second. Each person's second begins at a moment of its own, so that nobody's messages wait for a crowd of others.
 */
export function createOtherTabsNotifier(io: SocketServer) {
  /** Who was told a moment ago, and what they have not heard of since. */
  const resting = { freelancer: new Map<string, Set<string>>(), client: new Map<string, Set<string>>() }

  return ({ freelancerId, clientId }: Pair) => {
    hear('freelancer', freelancerId, clientId)
    hear('client', clientId, freelancerId)
  }

  function hear(role: Actor['role'], id: string, peerId: string) {
    const unheard = resting[role].get(id)
    if (unheard) return void unheard.add(peerId)
    tell(role, id, [peerId])
    rest(role, id)
  }

  function rest(role: Actor['role'], id: string) {
    resting[role].set(id, new Set())
    setTimeout(wake, PAUSE, role, id).unref()
  }

  function wake(role: Actor['role'], id: string) {
    const unheard = [...(resting[role].get(id) ?? [])]
    if (unheard.length === 0) return void resting[role].delete(id)
    tell(role, id, unheard)
    rest(role, id)
  }

  function tell(role: Actor['role'], id: string, [peerId = '', ...others]: string[]) {
    const tabs = io.to(personalRoom({ role, id }))
    // Who is in the one room has heard it; who is in one of several has not heard the others.
    const bystanders = others.length > 0 ? tabs : tabs.except(conversationRoom(pairOf({ role, id }, peerId)))
    bystanders.emit('changed', staleTopics['chat.messageSent'])
  }
}

/** Tells both sides that what a freelancer's plan allows has changed. Each process hears of it, and tells its own. */
export async function notifyPlanChange(io: SocketServer, { db }: AppContext, freelancerId: string) {
  const freelancer: Person = { role: 'freelancer', id: freelancerId }
  const clients = (await findPairsOf(db, [freelancer])).map(
    ({ clientId: id }): Person => ({ role: 'client', id }),
  )
  io.local.to([freelancer, ...clients].map(personalRoom)).emit('changed', staleTopics['billing.planChanged'])
}

/** Of so many people at a time it is told that they have come or gone: whoever writes meanwhile is not held up for long. */
const PEOPLE = 8

/** Tells everybody who may chat with them that people have come or gone. Each process tells its own connections. */
export async function notifyPresence(
  io: SocketServer,
  { db, clock, lastSeen }: AppContext,
  people: Whereabouts[],
) {
  // Whoever asks when they were last seen finds it written down.
  if (people.some(({ here }) => !here)) await lastSeen.flush()
  const pairs = await findPairsOf(db, people)
  const lastSeenAt = clock.now().toISOString()
  for (const [index, { role, id, here }] of people.entries()) {
    if (index % PEOPLE === 0) await nextTurn()
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
