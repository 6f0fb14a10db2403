import type { chat, live } from '@portico/contract'
import { io, type Socket } from 'socket.io-client'
import { type Area, expireSession, tokenOf } from './session.ts'

export type AreaSocket = Socket<live.ServerToClient & chat.ServerToClient, chat.ClientToServer>

/** How long until another try where Socket.IO makes none itself, in milliseconds. */
const RECONNECT_DELAY_MS = 200
const NOT_READY_RECONNECT_DELAY_MS = 15_000

const sockets: Partial<Record<Area, AreaSocket>> = {}

/** The one socket of an area, for everything that is live in it. It comes back by itself until it is closed. */
export function getSocket(area: Area): AreaSocket {
  const socket = sockets[area] ?? openSocket(area)
  sockets[area] = socket
  return socket
}

export function closeSocket(area: Area) {
  sockets[area]?.close()
  delete sockets[area]
}

function openSocket(area: Area): AreaSocket {
  let presentedToken: string | undefined
  const socket: AreaSocket = io({
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
    // With the token of now: it may have been renewed since the last time.
    auth(send) {
      presentedToken = tokenOf(area)
      send({ token: presentedToken } satisfies Partial<live.Auth>)
    },
  })

  // The server closes a socket when its token is over. Whether the session is too, only another handshake can tell.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') reconnectAfter(RECONNECT_DELAY_MS)
  })
  socket.on('connect_error', (error: Error & { data?: live.HandshakeError }) => {
    if (socket.active) return
    if (error.data?.code !== 'NOT_SIGNED_IN') return reconnectAfter(NOT_READY_RECONNECT_DELAY_MS)
    if (presentedToken !== undefined && presentedToken === tokenOf(area))
      return expireSession(area, presentedToken)
    reconnectAfter(RECONNECT_DELAY_MS)
  })
  return socket

  function reconnectAfter(delay: number) {
    setTimeout(
      () => {
        if (sockets[area] === socket) socket.connect()
      },
      delay * (1 + Math.random()),
    )
  }
}

/** What the browser knows of the network need not be found out by a heartbeat, or by another try in some seconds. */
function handleNetworkChange({ type }: Event) {
  for (const socket of Object.values(sockets)) {
    if (type === 'offline') socket.io.engine?.close()
    else if (!socket.connected) socket.disconnect().connect()
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', handleNetworkChange)
  window.addEventListener('online', handleNetworkChange)
}
