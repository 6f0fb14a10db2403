import type { chat, live } from '@portico/contract'
import { io, type Socket } from 'socket.io-client'
import { noteRestriction } from './restriction.ts'
import { type Area, expireSession, isPreview, tokenOf } from './session.ts'

export type AreaSocket = Socket<live.ServerToClient & chat.ServerToClient, chat.ClientToServer>

// Socket.IO does not reconnect by itself after the server has closed or refused a connection.
const RECONNECT_DELAY_MS = 200
const NOT_READY_RECONNECT_DELAY_MS = 15_000

/** The server answered after so many attempts in a row that failed: something on the way lets no WebSocket through. */
const BLOCKED_AFTER_ATTEMPTS = 2

const sockets: Partial<Record<Area, AreaSocket>> = {}

/** Each area has one socket. It reconnects until it is closed. */
export function getSocket(area: Area): AreaSocket {
  const socket = sockets[area] ?? openSocket(area)
  sockets[area] = socket
  return socket
}

export function closeSocket(area: Area) {
  sockets[area]?.close()
  delete sockets[area]
  setBlocked(area, false)
}

const blockedAreas = new Set<Area>()
const blockListeners = new Set<() => void>()

/** Whether the server can be reached, but not by a socket. */
export const isSocketBlocked = (area: Area) => blockedAreas.has(area)

export function subscribeToSocketBlocks(listener: () => void) {
  blockListeners.add(listener)
  return () => blockListeners.delete(listener)
}

function setBlocked(area: Area, isBlocked: boolean) {
  if (isBlocked === blockedAreas.has(area)) return
  if (isBlocked) blockedAreas.add(area)
  else blockedAreas.delete(area)
  for (const listener of blockListeners) listener()
}

function openSocket(area: Area): AreaSocket {
  let presentedToken: string | undefined
  let blockedAttempts = 0
  const socket: AreaSocket = io({
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 500,
    // A preview has no socket: the server refuses it, because it would show the client as online.
    autoConnect: !isPreview(),
    reconnectionDelayMax: 5_000,
    // Called for each connection: the token may have been renewed since the last one.
    auth(send) {
      presentedToken = tokenOf(area)
      send({ token: presentedToken } satisfies Partial<live.Auth>)
    },
  })

  // The server closes a socket whose token has expired. The next handshake shows whether the session has ended too.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') reconnectAfter(RECONNECT_DELAY_MS)
  })
  socket.on('connect_error', (error: Error & { data?: live.HandshakeError }) => {
    if (socket.active) return void countBlockedAttempt()
    noteRestriction(error.data?.code)
    if (error.data?.code !== 'NOT_SIGNED_IN') return reconnectAfter(NOT_READY_RECONNECT_DELAY_MS)
    if (presentedToken !== undefined && presentedToken === tokenOf(area))
      return expireSession(area, presentedToken)
    reconnectAfter(RECONNECT_DELAY_MS)
  })
  socket.on('connect', () => {
    blockedAttempts = 0
    setBlocked(area, false)
  })
  return socket

  async function countBlockedAttempt() {
    if (isSocketBlocked(area)) return
    const isServerReached = await fetch('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (sockets[area] !== socket || socket.connected) return
    blockedAttempts = isServerReached ? blockedAttempts + 1 : 0
    if (blockedAttempts >= BLOCKED_AFTER_ATTEMPTS) setBlocked(area, true)
  }

  function reconnectAfter(delay: number) {
    setTimeout(
      () => {
        if (sockets[area] === socket) socket.connect()
      },
      delay * (1 + Math.random()),
    )
  }
}

/** The browser detects a lost or restored network sooner than a heartbeat or the next attempt. */
function handleNetworkChange({ type }: Event) {
  for (const socket of Object.values(sockets)) {
    if (type === 'offline') socket.io.engine?.close()
    else if (!socket.connected && !isPreview()) socket.disconnect().connect()
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', handleNetworkChange)
  window.addEventListener('online', handleNetworkChange)
}
