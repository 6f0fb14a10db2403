import { once } from 'node:events'
import { type chat, type live, staleTopics as staleTopicsOf, type Topic } from '@portico/contract'
import { io, type Socket } from 'socket.io-client'
import { onTestFinished, vi } from 'vitest'
import { test as base, expect } from './fixtures.ts'
import type { createGiven } from './given.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

/** With the address of the server, which listens. */
export const test = base.extend('address', { scope: 'file' }, ({ app }) =>
  app.listen({ port: 0, host: '127.0.0.1' }),
)

type ClientSocket = Socket<live.ServerToClient & chat.ServerToClient, chat.ClientToServer>

/** A socket that does not reconnect, closed at the end of the test. */
export function openSocket(address: string, auth?: unknown, headers: Record<string, string> = {}) {
  const socket: ClientSocket = io(address, {
    transports: ['websocket'],
    auth: auth as Record<string, unknown>,
    extraHeaders: headers,
    reconnection: false,
    forceNew: true,
  })
  onTestFinished(() => void socket.close())
  return socket
}

/** A connected socket, with the topics it is notified of from now on, but for a changed plan: a fixture's plan may be late. */
export async function connectAs(address: string, { token }: { token: string }) {
  const socket = openSocket(address, { token } satisfies live.Auth)
  const staleTopics: (readonly Topic[])[] = []
  socket.on('changed', (topics) => {
    if (String(topics) !== String(staleTopicsOf['billing.planChanged'])) staleTopics.push(topics)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return { socket, staleTopics, disconnected: once(socket as never, 'disconnect') }
}

export async function handshakeErrorOf(socket: ClientSocket) {
  const [error] = await once(socket as never, 'connect_error').catch((error) => [error])
  const { message, data } = error as Error & { data?: live.HandshakeError }
  return { message, code: data?.code }
}

/** Checks that somebody else can still connect and is notified. */
export async function expectStillServing(address: string, given: ReturnType<typeof createGiven>) {
  const eve = await given.freelancer()
  const { staleTopics } = await connectAs(address, eve)
  await given.client(eve)
  await vi.waitFor(() => expect(staleTopics).toContainEqual(staleTopicsOf['clients.create']), WAIT_OPTIONS)
}
