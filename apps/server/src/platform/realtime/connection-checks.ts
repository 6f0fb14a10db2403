import type { SocketServer } from './socket-types.ts'

const CHECK_INTERVAL_MS = 1_000
/** A client that reads at all empties its buffer within this time. */
const MAX_BLOCKED_MS = 5_000

/** Disconnects clients whose token has expired and clients that do not read. Returns a function that stops it. */
export function checkConnections(io: SocketServer) {
  const timer = setInterval(() => {
    disconnectExpired(io)
    disconnectSlowConsumers(io)
  }, CHECK_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}

function disconnectExpired(io: SocketServer) {
  const now = Date.now() / 1_000
  for (const socket of io.of('/').sockets.values()) if (socket.data.expiresAt <= now) socket.disconnect(true)
}

/**
 * A client that answers pings without reading would let its messages pile up here without limit. When it connects again
 * it fetches what it missed.
 */
function disconnectSlowConsumers(io: SocketServer) {
  const now = Date.now()
  for (const { conn, data } of io.of('/').sockets.values()) {
    data.blockedSince = conn.transport.writable ? undefined : (data.blockedSince ?? now)
    if (data.blockedSince !== undefined && now - data.blockedSince > MAX_BLOCKED_MS) conn.close(true)
  }
}
