import { EventEmitter } from 'node:events'
import { Manager, type Socket } from 'socket.io-client'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInClient, signInFreelancer, tokenFor } from '../../test/fixtures.tsx'
import { beginEnding, currentSession, renewSession } from './session.ts'
import { closeSocket, getSocket, isSocketBlocked, subscribeToSocketBlocks } from './socket.ts'

/** A fake of Socket.IO's socket, with the actions of the server. */
class FakeSocket extends EventEmitter {
  active = true
  connected = false
  io = { engine: { close: vi.fn() } }
  connect = vi.fn()
  disconnect = vi.fn(() => this)
  close = vi.fn()
  private auth: (send: (auth: object) => void) => void

  constructor({ auth }: { auth: FakeSocket['auth'] }) {
    super()
    this.auth = auth
  }

  /** Returns the token of the next handshake. */
  shakeHands() {
    const send = vi.fn()
    this.auth(send)
    return send.mock.calls[0]?.[0]
  }

  refuse(code: string) {
    this.active = false
    this.emit('connect_error', Object.assign(new Error(code), { data: { code } }))
  }
}

type FakeSocketOptions = ConstructorParameters<typeof FakeSocket>[0]

const getFakeSocket = (area: 'freelancer' | 'client') => getSocket(area) as unknown as FakeSocket

beforeEach(() => {
  vi.spyOn(Manager.prototype, 'open').mockReturnThis()
  vi.spyOn(Manager.prototype, 'socket').mockImplementation(
    (_path, options) => new FakeSocket(options as FakeSocketOptions) as unknown as Socket,
  )
  vi.useFakeTimers()
  closeSocket('freelancer')
  closeSocket('client')
})

test.for([
  ['the server is reached', async () => new Response(), true],
  ['the server is not ready', async () => new Response(null, { status: 503 }), false],
  ['the server is not reached', () => Promise.reject(new TypeError('Failed to fetch')), false],
] as const)('counts sockets as blocked or not when two fail while %s', async ([, answer, isBlocked]) => {
  vi.stubGlobal('fetch', answer)
  signInFreelancer()
  const socket = getFakeSocket('freelancer')
  const listener = vi.fn()
  const unsubscribe = subscribeToSocketBlocks(listener)

  for (const before of [false, false]) {
    expect(isSocketBlocked('freelancer')).toBe(before)
    socket.emit('connect_error', new Error('websocket error'))
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(isSocketBlocked('freelancer')).toBe(isBlocked)
  expect(isSocketBlocked('client')).toBe(false)
  expect(listener).toHaveBeenCalledTimes(isBlocked ? 1 : 0)

  socket.emit('connect')
  expect(isSocketBlocked('freelancer')).toBe(false)
  unsubscribe()
})

test('has one socket for each area, with its own token, until it is closed', () => {
  const token = signInFreelancer()
  const clientToken = signInClient()
  const socket = getFakeSocket('freelancer')

  expect(getFakeSocket('freelancer')).toBe(socket)
  expect(socket.shakeHands()).toEqual({ token })
  expect(getFakeSocket('client').shakeHands()).toEqual({ token: clientToken })

  closeSocket('freelancer')
  expect(socket.close).toHaveBeenCalledOnce()
  expect(getFakeSocket('freelancer')).not.toBe(socket)
})

test('reconnects with the renewed token when the server has closed the socket', () => {
  const token = signInFreelancer()
  const socket = getFakeSocket('freelancer')
  socket.shakeHands()
  const fresh = tokenFor({ sub: 'f1', sid: 's1', exp: Date.now() })
  renewSession('freelancer', token, fresh)

  socket.emit('disconnect', 'io server disconnect')
  vi.advanceTimersByTime(500)

  expect(socket.connect).toHaveBeenCalledOnce()
  expect(socket.shakeHands()).toEqual({ token: fresh })
})

test('leaves a lost connection to Socket.IO', () => {
  signInFreelancer()
  const socket = getFakeSocket('freelancer')

  socket.emit('disconnect', 'transport close')
  socket.emit('connect_error', new Error('websocket error'))
  vi.advanceTimersByTime(60_000)

  expect(socket.connect).not.toHaveBeenCalled()
  expect(currentSession('freelancer').status).toBe('in')
})

test('ends the session of a refused token, and no other', () => {
  signInFreelancer()
  signInClient()
  const socket = getFakeSocket('freelancer')
  socket.shakeHands()

  socket.refuse('NOT_SIGNED_IN')

  expect(currentSession('freelancer')).toMatchObject({ status: 'out', because: 'ended' })
  expect(currentSession('client').status).toBe('in')
})

test('ignores a refused token during a logout', () => {
  signInFreelancer()
  const socket = getFakeSocket('freelancer')
  socket.shakeHands()
  beginEnding('freelancer')

  socket.refuse('NOT_SIGNED_IN')

  expect(currentSession('freelancer')).toMatchObject({ status: 'in', ending: true })
})

test('reconnects when the refused token has been renewed meanwhile', () => {
  const token = signInFreelancer()
  const socket = getFakeSocket('freelancer')
  socket.shakeHands()
  renewSession('freelancer', token, tokenFor({ sub: 'f1', sid: 's1', exp: Date.now() }))

  socket.refuse('NOT_SIGNED_IN')
  vi.advanceTimersByTime(500)

  expect(socket.connect).toHaveBeenCalledOnce()
  expect(currentSession('freelancer').status).toBe('in')
})

test('reconnects later when the server is not ready, and never after the socket is closed', () => {
  signInFreelancer()
  const socket = getFakeSocket('freelancer')

  socket.refuse('NOT_READY')
  vi.advanceTimersByTime(14_000)
  expect(socket.connect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(16_000)
  expect(socket.connect).toHaveBeenCalledOnce()

  socket.refuse('NOT_READY')
  closeSocket('freelancer')
  vi.advanceTimersByTime(60_000)
  expect(socket.connect).toHaveBeenCalledOnce()
})

test('disconnects and reconnects with the network', () => {
  signInFreelancer()
  const socket = getFakeSocket('freelancer')
  socket.connected = true

  window.dispatchEvent(new Event('online'))
  expect(socket.disconnect).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('offline'))
  expect(socket.io.engine.close).toHaveBeenCalledOnce()

  socket.connected = false
  window.dispatchEvent(new Event('online'))
  expect(socket.disconnect).toHaveBeenCalledOnce()
  expect(socket.connect).toHaveBeenCalledOnce()
})
