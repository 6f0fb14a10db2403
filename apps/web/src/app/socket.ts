import type { chat, live } from '@portico/contract'
import { io, type Socket } from 'socket.io-client'
import { type Area, expireSession, isPreview, tokenOf } from './session.ts'

export type AreaSocket = Socket<live.ServerToClient & chat.ServerToClient, chat.ClientToServer>

// Socket.IO does not reconnect by itself after the server has closed or refused a connection.
const RECONNECT_DELAY_MS = 200
const NOT_READY_RECONNECT_DELAY_MS = 15_000

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
}

function openSocket(area: Area): AreaSocket {
  let presentedToken: string | undefined
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
