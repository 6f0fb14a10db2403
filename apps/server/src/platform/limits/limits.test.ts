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
  uploads: { count: 600, seconds: 60 },
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

const wrong = async () => undefined
const right = async () => 'ada'
const notFound = async () => {
  throw Object.assign(new Error('wrong link'), { statusCode: 401 })
}
const away = async () => {
  throw new Error('the database is away')
}

test('refuses the eleventh wrong password for one account from one address, in any case of the email', async () => {
  await times(10, () => limits.login.attempt('ada@example.com', HERE, wrong))

  await expect(limits.login.attempt('ADA@example.com', HERE, right)).rejects.toMatchObject({
    ...tooMany,
    retryAfter: 900,
    message: 'Too many attempts. Please try again in 15 minutes.',
  })
  await limits.login.attempt('ada@example.com', ELSEWHERE, wrong)
  await limits.login.attempt('lin@example.com', HERE, wrong)
})

test('counts concurrent attempts', async () => {
  const guesses = await Promise.allSettled(
    Array.from({ length: 40 }, () => limits.login.attempt('ada@example.com', HERE, wrong)),
  )

  expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('does not count successful logins', async () => {
  for (let day = 0; day < 200; day++)
    expect(await limits.login.attempt('ada@example.com', HERE, right)).toBe('ada')
})

test('does not count refused attempts', async () => {
  await times(10, () => limits.login.attempt('ada@example.com', HERE, wrong))
  await times(200, () => limits.login.attempt('ada@example.com', HERE, wrong).catch(() => {}))

  vi.advanceTimersByTime(900_000)

  await times(10, () => limits.login.attempt('ada@example.com', HERE, wrong))
})

test('refuses wrong passwords of further accounts after fifty from one address, and no right one', async () => {
  await times(50, (n) => limits.login.attempt(`person${n}@example.com`, HERE, wrong))

  await expect(limits.login.attempt('another@example.com', HERE, wrong)).rejects.toMatchObject(tooMany)
  expect(await limits.login.attempt('ada@example.com', HERE, right)).toBe('ada')
})

test('does not lock an account for an address that logged in before', async () => {
  await limits.login.attempt('ada@example.com', HERE, right)
  await times(100, (n) => limits.login.attempt('ada@example.com', `192.0.2.${n}`, wrong))

  await expect(limits.login.attempt('ada@example.com', ELSEWHERE, right)).rejects.toMatchObject(tooMany)
  await limits.login.attempt('ada@example.com', HERE, right)
})

test('gives an attempt back that failed by an error of ours', async () => {
  const link = Buffer.from('link')
  await times(200, async () => {
    await expect(limits.login.attempt('ada@example.com', HERE, away)).rejects.toThrow('away')
    await expect(limits.link.attempt(HERE, away)).rejects.toThrow('away')
    await expect(limits.calendar.attempt(HERE, away)).rejects.toThrow('away')
    await expect(limits.register.run(HERE, away)).rejects.toThrow('away')
    await expect(limits.sessions.run({ side: 'client', personId: 'maya' }, away)).rejects.toThrow('away')
  })
  await times(1_300, () => expect(limits.give.run(link, HERE, away)).rejects.toThrow('away'))

  await times(10, () => limits.login.attempt('ada@example.com', HERE, wrong))
  await times(60, () => expect(limits.link.attempt(HERE, notFound)).rejects.toThrow('wrong link'))
  await times(60, () => limits.register.run(HERE, right))
  await times(60, () => limits.sessions.run({ side: 'client', personId: 'maya' }, right))
  expect(await limits.give.run(link, HERE, right)).toBe('ada')
})

test('refuses wrong links after sixty a minute from one address, and no right one', async () => {
  await times(60, () => expect(limits.link.attempt(HERE, notFound)).rejects.toThrow('wrong link'))

  await expect(limits.link.attempt(HERE, notFound)).rejects.toMatchObject({ ...tooMany, retryAfter: 60 })
  await times(100, async () => expect(await limits.link.attempt(HERE, right)).toBe('ada'))
  vi.advanceTimersByTime(60_000)
  await expect(limits.link.attempt(HERE, notFound)).rejects.toThrow('wrong link')
})

test('counts an IPv6 /64 network as one address, and an IPv4-mapped address as its IPv4 address', async () => {
  await times(60, (n) => limits.register.run(`2001:db8:1:2::${n.toString(16)}`, right))
  await times(60, () => limits.register.run(HERE, right))

  await expect(limits.register.run('2001:db8:1:2:ffff::1', right)).rejects.toMatchObject(tooMany)
  await expect(limits.register.run(`::ffff:${HERE}`, right)).rejects.toMatchObject(tooMany)
  await limits.register.run('2001:db8:1:3::1', right)
})

test('applies a limit of a very long period', async () => {
  const strict = createLimits({ ...rates, link: { count: 1, seconds: 999_999_999 } })
  await expect(strict.link.attempt(HERE, notFound)).rejects.toThrow('wrong link')
  vi.advanceTimersByTime(86_400_000)

  await expect(strict.link.attempt(HERE, notFound)).rejects.toMatchObject(tooMany)
})

test('applies no limit that is off', async () => {
  const open = createLimits({
    login: null,
    link: null,
    register: null,
    sessions: null,
    chat: null,
    give: null,
    uploads: null,
    pushTests: null,
    search: null,
  })

  await times(1_000, () => open.login.attempt('ada@example.com', HERE, wrong))
  await times(1_000, () => open.register.run(HERE, right))
})

test('forgets no address that is near its limit, however many others follow', async () => {
  await times(60, () => limits.register.run(HERE, right))
  await times(30, () => limits.register.run(ELSEWHERE, right))
  await times(12_000, (n) => limits.register.run(`2001:db8:${n.toString(16)}::1`, right))

  await expect(limits.register.run(HERE, right)).rejects.toMatchObject(tooMany)
  await times(30, () => limits.register.run(ELSEWHERE, right))
  await expect(limits.register.run(ELSEWHERE, right)).rejects.toMatchObject(tooMany)
})

test('drops the counter that expires first when memory is full', async () => {
  await times(29, () => limits.register.run(HERE, right))
  await times(10_000, (n) => limits.register.run(`2001:db8:${n.toString(16)}::1`, right))

  await times(60, () => limits.register.run(HERE, right))
})

async function times(count: number, act: (n: number) => unknown) {
  for (let n = 0; n < count; n++) await act(n)
}

test('limits the test notifications of one person', async () => {
  const maya = { side: 'client', personId: 'maya' } as const
  await times(10, () => limits.pushTests.take(maya))

  await expect(limits.pushTests.take(maya)).rejects.toMatchObject(tooMany)
  await limits.pushTests.take({ side: 'freelancer', personId: 'maya' })
})

test('limits what guests do with one link, and from one address with any', async () => {
  const link = (n: number) => Buffer.from(`link ${n}`)
  for (let n = 0; n < 300; n++) await limits.give.run(link(1), `${n}.0.0.1`, right)
  await expect(limits.give.run(link(1), ELSEWHERE, right)).rejects.toMatchObject(tooMany)

  for (let n = 0; n < 1_200; n++) await limits.give.run(link(n + 2), HERE, right)
  await expect(limits.give.run(link(0), HERE, right)).rejects.toMatchObject(tooMany)
})
