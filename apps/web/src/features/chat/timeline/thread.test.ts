import type { chat } from '@portico/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aMessage } from '../../../../test/message.ts'
import { emptyThread, hasGap, reduceThread, type Thread, type ThreadEvent } from './thread.ts'

const PAGE_SIZE = 3

interface SimulationOptions {
  /** Every so many messages the server leaves out a number. */
  skipEvery: number
  /** The server has stored a message whose sender reloaded before the acknowledgement. */
  hasUnacknowledged?: boolean
}

/** A server and one window. Between them everything can be late, lost, doubled or out of order. */
function simulate({ skipEvery, hasUnacknowledged = false }: SimulationOptions) {
  const server: chat.Message[] = []
  let thread: Thread = emptyThread
  let isConnected = false
  let writtenCount = 0
  // In transit: live messages, our own on their way to the server, acknowledgements and pages.
  let live: chat.Message[] = []
  let sending: string[] = []
  let acknowledgements: chat.Message[] = []
  const pages: (() => void)[] = []

  if (hasUnacknowledged) {
    store('c0')
    dispatch({ type: 'written', message: { clientMessageId: 'c0', content: 'Hello', writtenAt: '' } })
  }

  function store(clientMessageId: string | null) {
    const known = server.find((message) => clientMessageId && message.clientMessageId === clientMessageId)
    if (known) return known
    const isSkipped = server.length % skipEvery === skipEvery - 1
    const number = (server.at(-1)?.number ?? 0) + (isSkipped ? 2 : 1)
    const message = aMessage({ id: `m${number}`, number, clientMessageId })
    server.push(message)
    if (isConnected) live.push(message)
    return message
  }

  function dispatch(event: ThreadEvent) {
    thread = reduceThread(thread, event)
    const numbers = thread.messages.map(({ number }) => number)
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
    expect(thread.messages.every((message) => server.includes(message))).toBe(true)
    const acknowledged = new Set(thread.messages.map(({ clientMessageId }) => clientMessageId))
    expect(thread.outgoing.some(({ clientMessageId }) => acknowledged.has(clientMessageId))).toBe(false)
    if (event.type === 'received' && hasGap(thread)) requestPage()
  }

  /** The content of a page is fixed now; its arrival is not. */
  function requestPage() {
    const from = thread.completeTo
    const newer = server.filter(({ number }) => number > from)
    const messages = from > 0 ? newer.slice(0, PAGE_SIZE) : server.slice(-PAGE_SIZE)
    const isFull = messages.length === PAGE_SIZE
    pages.push(() => {
      dispatch(
        from > 0 ? { type: 'missedLoaded', messages } : { type: 'newestLoaded', messages, hasOlder: isFull },
      )
      const isBehind = thread.completeTo < (server.at(-1)?.number ?? 0)
      if (isConnected && (isFull || hasGap(thread)) && isBehind) requestPage()
    })
  }

  const steps = {
    peerWrites: () => void store(null),
    write() {
      const clientMessageId = `c${++writtenCount}`
      dispatch({ type: 'written', message: { clientMessageId, content: 'Hello', writtenAt: '' } })
      if (isConnected) sending.push(clientMessageId)
    },
    serverStoresOurs() {
      const id = sending.shift()
      if (id) acknowledgements.push(store(id))
    },
    acknowledgementArrives() {
      const message = acknowledgements.shift()
      if (message) dispatch({ type: 'received', message })
    },
    liveArrives() {
      const message = live.shift()
      if (message) dispatch({ type: 'received', message })
    },
    liveArrivesTwice() {
      if (live[0]) dispatch({ type: 'received', message: live[0] })
    },
    liveChangesOrder: () => void live.splice(0, 2, ...live.slice(0, 2).reverse()),
    disconnect() {
      isConnected = false
      live = []
      acknowledgements = []
      sending = []
    },
    reconnect() {
      if (isConnected) return
      isConnected = true
      sending = thread.outgoing.map(({ clientMessageId }) => clientMessageId)
      requestPage()
    },
    pageArrives: () => pages.shift()?.(),
    requestOlder() {
      const first = thread.messages[0]
      if (!first || !thread.hasOlder) return
      const index = server.indexOf(first)
      const messages = server.slice(Math.max(0, index - PAGE_SIZE), index)
      const hasOlder = messages.length === PAGE_SIZE
      pages.push(() => dispatch({ type: 'olderLoaded', messages, hasOlder }))
    },
  }

  return {
    steps,
    server,
    getThread: () => thread,
    /** Connects, and delivers everything in transit. */
    settle() {
      steps.disconnect()
      steps.reconnect()
      while (sending.length + acknowledgements.length + live.length + pages.length > 0) {
        steps.serverStoresOurs()
        steps.acknowledgementArrives()
        steps.liveArrives()
        steps.pageArrives()
      }
    },
  }
}

type Step = keyof ReturnType<typeof simulate>['steps']
const stepNames = Object.keys(simulate({ skipEvery: 9 }).steps) as Step[]

const simulations = fc.record({
  messagesBefore: fc.nat(10),
  hasUnacknowledged: fc.boolean(),
  steps: fc.array(fc.constantFrom(...stepNames), { maxLength: 80 }),
  skipEvery: fc.integer({ min: 2, max: 30 }),
})

test('ends with the server’s messages, each once and in order, after any sequence of disturbances', () => {
  fc.assert(
    fc.property(simulations, ({ messagesBefore, steps: names, ...options }) => {
      const { steps, server, getThread, settle } = simulate(options)
      for (let count = 0; count < messagesBefore; count++) steps.peerWrites()
      for (const name of names) steps[name]()
      settle()

      const { messages, outgoing, hasOlder } = getThread()
      const first = messages[0] ? server.indexOf(messages[0]) : 0
      expect(messages).toEqual(server.slice(first))
      expect(messages.length).toBeGreaterThanOrEqual(Math.min(server.length, PAGE_SIZE))
      if (!hasOlder) expect(first).toBe(0)
      expect(outgoing).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test('never moves a read mark back', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), (numbers) => {
      const thread = numbers.reduce<Thread>(
        (current, upTo) => reduceThread(current, { type: 'read', side: 'peer', upTo }),
        emptyThread,
      )
      expect(thread.lastRead).toEqual({ self: 0, peer: Math.max(0, ...numbers) })
    }),
  )
})

test('keeps a message that failed with its reason, until it is retried or discarded', () => {
  const message = { clientMessageId: 'c1', content: 'Hello', writtenAt: '2026-11-21T09:30:00.000Z' }
  const written = reduceThread(emptyThread, { type: 'written', message })
  expect(reduceThread(written, { type: 'written', message })).toBe(written)

  const failed = reduceThread(written, { type: 'sendFailed', clientMessageId: 'c1', reason: 'Too fast.' })
  expect(failed.outgoing).toEqual([{ ...message, sendError: 'Too fast.' }])
  expect(reduceThread(failed, { type: 'retried', clientMessageId: 'c1' }).outgoing).toEqual([message])
  expect(reduceThread(failed, { type: 'discarded', clientMessageId: 'c1' }).outgoing).toEqual([])
})

test('adds a live message to 20,000 others for less than ten copies of the list', () => {
  const messages = Array.from({ length: 20_000 }, (_, index) =>
    aMessage({ id: `m${index}`, number: index + 1 }),
  )
  const loaded = reduceThread(emptyThread, { type: 'newestLoaded', messages, hasOlder: false })
  const hundred = Array.from({ length: 100 }, (_, index) => aMessage({ number: 20_001 + index }))

  let thread = loaded
  const adding = measureCpu(() => {
    thread = loaded
    for (const message of hundred) thread = reduceThread(thread, { type: 'received', message })
  })
  const copying = measureCpu(() => {
    let copy = messages
    for (const message of hundred) copy = [...copy, message]
  })

  expect(thread.completeTo).toBe(20_100)
  expect(adding / copying).toBeLessThan(10)
})

/**
 * Of this thread alone, so it does not depend on the load of the machine. User and system time together, because the kernel
 * divides a short time between them by chance. The least of five, because a garbage collection may come into one.
 */
function measureCpu(run: () => void) {
  const times = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  })
  return Math.min(...times)
}
