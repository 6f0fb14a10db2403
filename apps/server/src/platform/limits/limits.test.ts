import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLimits, type Rates } from './limits.ts'

const HERE = '203.0.113.7'
const ELSEWHERE = '198.51.100.9'
const rates: Rates = {
  login: { count: 10, seconds: 900 },
  link: { count: 60, seconds: 60 },
  register: { count: 60, seconds: 3_600 },
  sessions: { count: 60, seconds: 3_600 },
  chat: { count: 50, seconds: 5 },
  give: { count: 300, seconds: 3_600 },
  pushTests: { count: 10, seconds: 600 },
  search: { count: 100, seconds: 10 },
}
let limits = createLimits(rates)
const tooMany = { statusCode: 429, code: 'TOO_MANY_REQUESTS' }

beforeEach(() => {
  vi.useFakeTimers()
  limits = createLimits(rates)
})
afterEach(() => {
  vi.useRealTimers()
})

test('refuses the eleventh wrong password for one account from one address, in any case of the email', async () => {
  await times(10, () => limits.login.attempt('ada@example.com', HERE))

  await expect(limits.login.attempt('ADA@example.com', HERE)).rejects.toMatchObject({
    ...tooMany,
    retryAfter: 900,
    message: 'Too many attempts. Please try again in 15 minutes.',
  })
  await limits.login.attempt('ada@example.com', ELSEWHERE)
  await limits.login.attempt('lin@example.com', HERE)
})

test('counts concurrent attempts', async () => {
  const guesses = await Promise.allSettled(
    Array.from({ length: 40 }, () => limits.login.attempt('ada@example.com', HERE)),
  )

  expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('does not count successful logins', async () => {
  for (let day = 0; day < 200; day++) {
    const attempt = await limits.login.attempt('ada@example.com', HERE)
    await attempt.succeeded()
  }
})

test('does not count refused attempts', async () => {
  await times(10, () => limits.login.attempt('ada@example.com', HERE))
  await times(200, () => limits.login.attempt('ada@example.com', HERE).catch(() => {}))

  vi.advanceTimersByTime(900_000)

  await times(10, () => limits.login.attempt('ada@example.com', HERE))
})

test('allows failed attempts at fifty accounts from one address', async () => {
  await times(50, (n) => limits.login.attempt(`person${n}@example.com`, HERE))

  await expect(limits.login.attempt('another@example.com', HERE)).rejects.toMatchObject(tooMany)
})

test('does not lock an account for an address that logged in before', async () => {
  const before = await limits.login.attempt('ada@example.com', HERE)
  await before.succeeded()
  await times(100, (n) => limits.login.attempt('ada@example.com', `192.0.2.${n}`))

  await expect(limits.login.attempt('ada@example.com', ELSEWHERE)).rejects.toMatchObject(tooMany)
  await limits.login.attempt('ada@example.com', HERE)
})

test('allows sixty link exchanges a minute from one address', async () => {
  await times(60, () => limits.link.take(HERE))

  await expect(limits.link.take(HERE)).rejects.toMatchObject({ ...tooMany, retryAfter: 60 })
  vi.advanceTimersByTime(60_000)
  await limits.link.take(HERE)
})

test('counts an IPv6 /64 network as one address, and an IPv4-mapped address as its IPv4 address', async () => {
  await times(60, (n) => limits.register.take(`2001:db8:1:2::${n.toString(16)}`))
  await times(60, () => limits.register.take(HERE))

  await expect(limits.register.take('2001:db8:1:2:ffff::1')).rejects.toMatchObject(tooMany)
  await expect(limits.register.take(`::ffff:${HERE}`)).rejects.toMatchObject(tooMany)
  await limits.register.take('2001:db8:1:3::1')
})

test('applies a limit of a very long period', async () => {
  const strict = createLimits({ ...rates, link: { count: 1, seconds: 999_999_999 } })
  await strict.link.take(HERE)
  vi.advanceTimersByTime(86_400_000)

  await expect(strict.link.take(HERE)).rejects.toMatchObject(tooMany)
})

test('applies no limit that is off', async () => {
  const open = createLimits({
    login: null,
    link: null,
    register: null,
    sessions: null,
    chat: null,
    give: null,
    pushTests: null,
    search: null,
  })

  await times(1_000, () => open.login.attempt('ada@example.com', HERE))
  await times(1_000, () => open.link.take(HERE))
})

test('drops the counter that expires first when memory is full', async () => {
  await times(60, () => limits.link.take(HERE))
  await times(10_000, (n) => limits.link.take(`2001:db8:${n.toString(16)}::1`))

  await limits.link.take(HERE)
})

async function times(count: number, act: (n: number) => unknown) {
  for (let n = 0; n < count; n++) await act(n)
}

test('limits the test notifications of one person', async () => {
  const maya = { role: 'client', id: 'maya' } as const
  await times(10, () => limits.pushTests.take(maya))

  await expect(limits.pushTests.take(maya)).rejects.toMatchObject(tooMany)
  await limits.pushTests.take({ role: 'freelancer', id: 'maya' })
})

test('limits what guests do with one link, and from one address with any', async () => {
  const link = (n: number) => Buffer.from(`link ${n}`)
  for (let n = 0; n < 300; n++) await limits.give.take(link(1), `${n}.0.0.1`)
  await expect(limits.give.take(link(1), ELSEWHERE)).rejects.toMatchObject(tooMany)

  for (let n = 0; n < 1_200; n++) await limits.give.take(link(n + 2), HERE)
  await expect(limits.give.take(link(0), HERE)).rejects.toMatchObject(tooMany)
})
