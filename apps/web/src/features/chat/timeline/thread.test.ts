import type { chat } from '@portico/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aMessage } from '../../../../test/message.ts'
import { emptyThread, hasGap, reduceThread, type Thread, type ThreadEvent } from './thread.ts'

const PAGE = 3

/** A server and one window, with everything between them that can be late, lost, doubled or out of order. */
function world(gapEvery: number, kept = false) {
  const server: chat.Message[] = []
  let thread: Thread = emptyThread
  let up = false
  let written = 0
  /** On their way: to us, to the server, and the answers to what we sent and asked. */
  let live: chat.Message[] = []
  let sending: string[] = []
  let answers: chat.Message[] = []
  const pages: (() => void)[] = []

  // Sent before a reload, and stored, though its sender never heard of it.
  if (kept) {
    store('c0')
    tell({ is: 'written', own: { clientMessageId: 'c0', content: 'Hello', writtenAt: '' } })
  }

  function store(clientMessageId: string | null) {
    const known = server.find((message) => clientMessageId && message.clientMessageId === clientMessageId)
    if (known) return known
    const number = (server.at(-1)?.number ?? 0) + (server.length % gapEvery === gapEvery - 1 ? 2 : 1)
    const message = aMessage({ id: `m${number}`, number, clientMessageId })
    server.push(message)
    if (up) live.push(message)
    return message
  }

  function tell(happening: ThreadEvent) {
    thread = reduceThread(thread, happening)
    const numbers = thread.messages.map(({ number }) => number)
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
    expect(thread.messages.every((message) => server.includes(message))).toBe(true)
    const confirmed = new Set(thread.messages.map(({ clientMessageId }) => clientMessageId))
    expect(thread.outgoing.some(({ clientMessageId }) => confirmed.has(clientMessageId))).toBe(false)
    if (happening.is === 'arrived' && hasGap(thread)) ask()
  }

  /** What the server answers is settled now, when it comes is not. */
  function ask() {
    const from = thread.completeTo
    const newer = server.filter(({ number }) => number > from)
    const messages = from > 0 ? newer.slice(0, PAGE) : server.slice(-PAGE)
    const isFull = messages.length === PAGE
    pages.push(() => {
      tell(from > 0 ? { is: 'missed', messages } : { is: 'newest', messages, hasOlder: isFull })
      if (up && (isFull || hasGap(thread)) && thread.completeTo < (server.at(-1)?.number ?? 0)) ask()
    })
  }

  const does = {
    'they write': () => void store(null),
    'we write'() {
      const clientMessageId = `c${++written}`
      tell({ is: 'written', own: { clientMessageId, content: 'Hello', writtenAt: '' } })
      if (up) sending.push(clientMessageId)
    },
    'ours arrives'() {
      const id = sending.shift()
      if (id) answers.push(store(id))
    },
    'the answer arrives'() {
      const message = answers.shift()
      if (message) tell({ is: 'arrived', message })
    },
    'one arrives'() {
      const message = live.shift()
      if (message) tell({ is: 'arrived', message })
    },
    'one arrives, and will again'() {
      if (live[0]) tell({ is: 'arrived', message: live[0] })
    },
    'two change places': () => void live.splice(0, 2, ...live.slice(0, 2).reverse()),
    'the line is cut'() {
      up = false
      live = []
      answers = []
      sending = []
    },
    'the line is back'() {
      if (up) return
      up = true
      sending = thread.outgoing.map(({ clientMessageId }) => clientMessageId)
      ask()
    },
    'a page arrives': () => pages.shift()?.(),
    'scroll up'() {
      const first = thread.messages[0]
      if (!first || !thread.hasOlder) return
      const at = server.indexOf(first)
      const messages = server.slice(Math.max(0, at - PAGE), at)
      pages.push(() => tell({ is: 'older', messages, hasOlder: messages.length === PAGE }))
    },
  }

  return {
    does,
    server,
    held: () => thread,
    /** The line stands, and everything that is on its way arrives. */
    settle() {
      does['the line is cut']()
      does['the line is back']()
      while (sending.length + answers.length + live.length + pages.length > 0) {
        does['ours arrives']()
        does['the answer arrives']()
        does['one arrives']()
        does['a page arrives']()
      }
    },
  }
}

const steps = fc.constantFrom(...(Object.keys(world(9).does) as (keyof ReturnType<typeof world>['does'])[]))
const days = fc.record({
  before: fc.nat(10),
  kept: fc.boolean(),
  steps: fc.array(steps, { maxLength: 80 }),
  // Numbers rise; they may leave one out.
  gapEvery: fc.integer({ min: 2, max: 30 }),
})

test('whatever happened on the way: nothing is lost, nothing is doubled, and the order is the server’s', () => {
  fc.assert(
    fc.property(days, ({ before, kept, steps, gapEvery }) => {
      const { does, server, held, settle } = world(gapEvery, kept)
      for (let count = 0; count < before; count++) does['they write']()
      for (const step of steps) does[step]()
      settle()

      const { messages: stored, outgoing: own, hasOlder } = held()
      const first = stored[0] ? server.indexOf(stored[0]) : 0
      expect(stored).toEqual(server.slice(first))
      expect(stored.length).toBeGreaterThanOrEqual(Math.min(server.length, PAGE))
      if (!hasOlder) expect(first).toBe(0)
      expect(own).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test('seen marks only ever move on', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), (numbers) => {
      const thread = numbers.reduce<Thread>(
        (held, upTo) => reduceThread(held, { is: 'seen', side: 'theirs', upTo }),
        emptyThread,
      )
      expect(thread.lastRead).toEqual({ mine: 0, theirs: Math.max(0, ...numbers) })
    }),
  )
})

test('one that was not sent says so, is sent again or given up', () => {
  const own = { clientMessageId: 'c1', content: 'Hello', writtenAt: '2026-11-21T09:30:00.000Z' }
  const written = reduceThread(emptyThread, { is: 'written', own })
  expect(reduceThread(written, { is: 'written', own })).toBe(written)

  const refused = reduceThread(written, { is: 'refused', clientMessageId: 'c1', why: 'Too fast.' })
  expect(refused.outgoing).toEqual([{ ...own, sendError: 'Too fast.' }])
  expect(reduceThread(refused, { is: 'retried', clientMessageId: 'c1' }).outgoing).toEqual([own])
  expect(reduceThread(refused, { is: 'discarded', clientMessageId: 'c1' }).outgoing).toEqual([])
})

test('20,000 messages take another one in no time', () => {
  const messages = Array.from({ length: 20_000 }, (_, index) =>
    aMessage({ id: `m${index}`, number: index + 1 }),
  )
  let thread = reduceThread(emptyThread, { is: 'newest', messages, hasOlder: false })
  const began = process.cpuUsage()
  for (let number = 20_001; number <= 20_100; number++)
    thread = reduceThread(thread, { is: 'arrived', message: aMessage({ number }) })
  // Counted is what is worked, not what is waited for on a busy machine. Once for each frame would be 1,600 ms.
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_600)
  expect(thread.completeTo).toBe(20_100)
})
