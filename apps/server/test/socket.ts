import { once } from 'node:events'
import type { chat, live, Topic } from '@portico/contract'
import { io, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'

type Line = Socket<live.ServerToClient & chat.ServerToClient, chat.ClientToServer>

/** A socket of its own to a listening server, closed when the test is over. It does not come back by itself. */
export function openSocket(address: string, auth?: unknown, headers: Record<string, string> = {}) {
  const socket: Line = io(address, {
    transports: ['websocket'],
    auth: auth as Record<string, unknown>,
    extraHeaders: headers,
    reconnection: false,
    forceNew: true,
  })
  onTestFinished(() => void socket.close())
  return socket
}

/** A socket that was let in, with what it hears from now on. */
export async function connectAs(address: string, { token }: { token: string }) {
  const socket = openSocket(address, { token } satisfies live.Auth)
  const heard: (readonly Topic[])[] = []
  socket.on('changed', (topics) => heard.push(topics))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return { socket, heard, disconnected: once(socket as never, 'disconnect') }
}

/** Why a socket was not let in. */
export async function handshakeErrorOf(socket: Line) {
  const [error] = await once(socket as never, 'connect_error').catch((error) => [error])
  const { message, data } = error as Error & { data?: live.HandshakeError }
  return { message, code: data?.code }
}
