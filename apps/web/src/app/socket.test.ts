import { EventEmitter } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInClient, signInFreelancer, tokenFor } from '../../test/fixtures.tsx'
import { beginEnding, currentSession, renewSession } from './session.ts'
import { closeSocket, getSocket } from './socket.ts'

/** Stands in for the socket of Socket.IO, with what the server would do to it. */
class Line extends EventEmitter {
  active = true
  connected = false
  io = { engine: { close: vi.fn() } }
  connect = vi.fn()
  disconnect = vi.fn(() => this)
  close = vi.fn()
  private auth: (send: (auth: object) => void) => void

  constructor({ auth }: { auth: Line['auth'] }) {
    super()
    this.auth = auth
  }

  shakeHands() {
    const shown = vi.fn()
    this.auth(shown)
    return shown.mock.calls[0]?.[0]
  }

  refuse(code: string) {
    this.active = false
    this.emit('connect_error', Object.assign(new Error(code), { data: { code } }))
  }
}

vi.mock('socket.io-client', () => ({
  io: (options: ConstructorParameters<typeof Line>[0]) => new Line(options),
}))

const lineOf = (area: 'freelancer' | 'client') => getSocket(area) as unknown as Line

beforeEach(() => {
  vi.useFakeTimers()
  closeSocket('freelancer')
  closeSocket('client')
})

test('an area has one socket, with its own token, until it is closed', () => {
  const token = signInFreelancer()
  const clientToken = signInClient()
  const line = lineOf('freelancer')

  expect(lineOf('freelancer')).toBe(line)
  expect(line.shakeHands()).toEqual({ token })
  expect(lineOf('client').shakeHands()).toEqual({ token: clientToken })

  closeSocket('freelancer')
  expect(line.close).toHaveBeenCalledOnce()
  expect(lineOf('freelancer')).not.toBe(line)
})

test('it comes back with the token of now', () => {
  const token = signInFreelancer()
  const line = lineOf('freelancer')
  line.shakeHands()
  const fresh = tokenFor({ sub: 'f1', sid: 's1', exp: Date.now() })
  renewSession('freelancer', token, fresh)

  line.emit('disconnect', 'io server disconnect')
  vi.advanceTimersByTime(500)

  expect(line.connect).toHaveBeenCalledOnce()
  expect(line.shakeHands()).toEqual({ token: fresh })
})

test('a lost line is left to Socket.IO', () => {
  signInFreelancer()
  const line = lineOf('freelancer')

  line.emit('disconnect', 'transport close')
  line.emit('connect_error', new Error('websocket error'))
  vi.advanceTimersByTime(60_000)

  expect(line.connect).not.toHaveBeenCalled()
  expect(currentSession('freelancer').status).toBe('in')
})

test('a refused token ends its session, and no other', () => {
  signInFreelancer()
  signInClient()
  const line = lineOf('freelancer')
  line.shakeHands()

  line.refuse('NOT_SIGNED_IN')

  expect(currentSession('freelancer')).toMatchObject({ status: 'out', because: 'ended' })
  expect(currentSession('client').status).toBe('in')
})

test('during a logout that is no news', () => {
  signInFreelancer()
  const line = lineOf('freelancer')
  line.shakeHands()
  beginEnding('freelancer')

  line.refuse('NOT_SIGNED_IN')

  expect(currentSession('freelancer')).toMatchObject({ status: 'in', ending: true })
})

test('a token that was renewed meanwhile has another try', () => {
  const token = signInFreelancer()
  const line = lineOf('freelancer')
  line.shakeHands()
  renewSession('freelancer', token, tokenFor({ sub: 'f1', sid: 's1', exp: Date.now() }))

  line.refuse('NOT_SIGNED_IN')
  vi.advanceTimersByTime(500)

  expect(line.connect).toHaveBeenCalledOnce()
  expect(currentSession('freelancer').status).toBe('in')
})

test('a server that is not ready is asked again later, and not once the socket is closed', () => {
  signInFreelancer()
  const line = lineOf('freelancer')

  line.refuse('NOT_READY')
  vi.advanceTimersByTime(14_000)
  expect(line.connect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(16_000)
  expect(line.connect).toHaveBeenCalledOnce()

  line.refuse('NOT_READY')
  closeSocket('freelancer')
  vi.advanceTimersByTime(60_000)
  expect(line.connect).toHaveBeenCalledOnce()
})

test('it goes when the network goes, and comes back with it', () => {
  signInFreelancer()
  const line = lineOf('freelancer')
  line.connected = true

  window.dispatchEvent(new Event('online'))
  expect(line.disconnect).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('offline'))
  expect(line.io.engine.close).toHaveBeenCalledOnce()

  line.connected = false
  window.dispatchEvent(new Event('online'))
  expect(line.disconnect).toHaveBeenCalledOnce()
  expect(line.connect).toHaveBeenCalledOnce()
})
