import { type chat, staleTopics } from '@portico/contract'
import type { Side } from '../../../platform/actors.ts'
import type { Redis } from '../../../platform/process/redis.ts'
import { flushBroadcasts } from '../../../platform/realtime/redis-adapter.ts'
import { personalRoom, type SocketServer } from '../../../platform/realtime/socket-types.ts'
import { conversationRoom, type Pair } from '../conversation-pair.ts'

const MAX_REMEMBERED = 10_000
const OTHER_TABS_INTERVAL_MS = 1_000

/**
 * Sends a stored message to everybody in its room, and notifies the other tabs of both people that their lists are
 * stale. Skips a resent message if this process has announced it before. Otherwise the process that stored it may
 * have died before announcing it, so it is announced again; clients ignore a message that they have.
 */
export function createMessageNotifier(io: SocketServer, redis: Redis | null) {
  let announced = new Set<string>()
  let announcedBefore = new Set<string>()
  const notifyOtherTabs = createOtherTabsNotifier(io)

  return async (pair: Pair, message: chat.Message) => {
    const key = `${pair.clientId} ${message.number}`
    if (announced.has(key) || announcedBefore.has(key)) return
    remember(key)
    io.to(conversationRoom(pair)).emit('newMessage', message)
    if (redis) await flushBroadcasts(redis)
    notifyOtherTabs(pair)
  }

  /**
   * Drops the older of two sets when the newer one is full, which is cheaper than deleting the oldest entry of one
   * set.
   */
  function remember(key: string) {
    if (announced.size >= MAX_REMEMBERED) [announcedBefore, announced] = [announced, new Set()]
    announced.add(key)
  }
}

/**
 * Notifies at once, and then at most once a second. Each person has a timer of their own: one timer for all people,
 * or one for each conversation, delayed messages by tens of milliseconds.
 */
function createOtherTabsNotifier(io: SocketServer) {
  /** People who were notified within the last second, with the peers who have written to them since. */
  const waiting = { freelancer: new Map<string, Set<string>>(), client: new Map<string, Set<string>>() }

  return ({ workspaceId, clientId }: Pair) => {
    notifyOrWait('freelancer', workspaceId, clientId)
    notifyOrWait('client', clientId, workspaceId)
  }

  function notifyOrWait(side: Side, id: string, peerId: string) {
    const peers = waiting[side].get(id)
    if (peers) return void peers.add(peerId)
    notify(side, id, [peerId])
    startWaiting(side, id)
  }

  function startWaiting(side: Side, id: string) {
    waiting[side].set(id, new Set())
    setTimeout(stopWaiting, OTHER_TABS_INTERVAL_MS, side, id).unref()
  }

  function stopWaiting(side: Side, id: string) {
    const peers = [...(waiting[side].get(id) ?? [])]
    if (peers.length === 0) return void waiting[side].delete(id)
    notify(side, id, peers)
    startWaiting(side, id)
  }

  function notify(side: Side, id: string, [peerId = '', ...others]: string[]) {
    const allTabs = io.to(personalRoom({ side: side, personId: id }))
    // With one conversation, the tabs in its room have received the message itself.
    const otherTabs =
      others.length > 0
        ? allTabs
        : allTabs.except(
            conversationRoom(
              side === 'freelancer'
                ? { workspaceId: id, clientId: peerId }
                : { workspaceId: peerId, clientId: id },
            ),
          )
    otherTabs.emit('changed', staleTopics['chat.messageSent'])
  }
}
