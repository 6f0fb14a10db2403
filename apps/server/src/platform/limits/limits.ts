import { formatDuration } from '@portico/contract'
import type { Actor } from '../actors.ts'
import { problem } from '../http/problem.ts'
import type { Redis } from '../process/redis.ts'
import { emailKey } from '../sql/email-keys.ts'
import { type Counter, createCounter, createExpiringSet, type Rate } from './counters.ts'
import { addressKey, hashedKey } from './keys.ts'

/** Rate limits; null switches one off. */
export interface Rates {
  /** Failed logins for one account from one address. The limits of the account and of the address follow from it. */
  login: Rate | null
  /** Wrong login links and other links from emails, per address. As many wrong addresses of calendars. */
  link: Rate | null
  /** Registrations, per address. */
  register: Rate | null
  /**
   * Sessions started by one person, and login links and previews that a freelancer makes. Failed attempts do not count, so
   * strangers cannot lock a person out.
   */
  sessions: Rate | null
  /** Chat messages of one person. */
  chat: Rate | null
  /** Requests of guests with one link. */
  give: Rate | null
  /** Uploads that one person, or all guests with one link, begin. */
  uploads: Rate | null
  /** Test notifications of one person. */
  pushTests: Rate | null
  /** Searches of one person. */
  search: Rate | null
}

/** A task that throws by an error of ours, such as a database that is away, gives its place back. */
type Task<T> = () => Promise<T>

export interface Limits {
  login: {
    /**
     * Finds the account by its password. Undefined counts as a failed login. It is counted before the password is checked,
     * so that concurrent guesses cannot pass together. Failures with other accounts from the same address refuse only
     * further failures: many people may share an address. An address is known to the account once somebody is in: `isIn` is
     * false where a second factor is still to be given, because only that makes it known.
     */
    attempt<T>(
      account: string,
      address: string,
      find: Task<T | undefined>,
      isIn?: (found: T) => boolean,
    ): Promise<T | undefined>
  }
  /** Counts tasks that throw 401 or 404, because the link is wrong. Over the limit, only those are refused. */
  link: { attempt<T>(address: string, open: Task<T>): Promise<T> }
  calendar: { attempt<T>(address: string, open: Task<T>): Promise<T> }
  /** Logins by a passkey alone that one address begins. */
  passkeyLogins: { take(address: string): Promise<void> }
  register: { run<T>(address: string, register: Task<T>): Promise<T> }
  /** Counts only tasks that succeed. */
  sessions: { run<T>(person: Pick<Actor, 'side' | 'personId'>, start: Task<T>): Promise<T> }
  give: { run<T>(linkHash: Buffer, address: string, give: Task<T>): Promise<T> }
  uploads: {
    run<T>(
      uploader: Pick<Actor, 'side' | 'personId'> & { linkId?: string | null },
      upload: Task<T>,
    ): Promise<T>
  }
  pushTests: { take(person: Pick<Actor, 'side' | 'personId'>): Promise<void> }
  search: { take(person: Pick<Actor, 'side' | 'personId'>): Promise<void> }
  chat: {
    /** Signals (joining, typing, marking as read) have a limit of their own, so that they do not use up messages. */
    take(person: Pick<Actor, 'side' | 'personId'>, what: 'message' | 'signal'): void | Promise<void>
  }
}

const TooMany = problem<[string]>('TOO_MANY_REQUESTS', 429, 'Too many attempts. Please try again in %s.', {
  when: 'Too many attempts at something that can be guessed or that sends emails, or too many logins of one person. `Retry-After` says how many seconds to wait.',
  sample: ['15 minutes'],
})

export function createLimits(
  { login, link, register, sessions, chat, give, uploads, pushTests, search }: Rates,
  redis: Redis | null = null,
): Limits {
  const upTo = (name: string, rate: Rate | null) => createCounter(name, rate, redis)
  const perPair = upTo('login', login)
  const perAccount = upTo('login-account', login && { count: 10 * login.count, seconds: 4 * login.seconds })
  const perAddress = upTo('login-address', login && { count: 5 * login.count, seconds: login.seconds })
  const knownPairs = createExpiringSet('login-known', 20 * 86_400, redis)
  const links = upTo('link', link)
  const calendars = upTo('calendar', link)
  const passkeyLogins = upTo('passkey-login', login && { count: 20 * login.count, seconds: login.seconds })
  const registrations = upTo('register', register)
  const started = upTo('sessions', sessions)
  const perLink = upTo('give', give)
  const guests = upTo('give-address', give && { count: 4 * give.count, seconds: give.seconds })
  const begun = upTo('uploads', uploads)
  const tests = upTo('push-tests', pushTests)
  const searches = upTo('search', search)
  const chats = { message: upTo('chat', chat), signal: upTo('chat-signal', chat) }

  return {
    login: {
      async attempt(email, address, find, isIn = () => true) {
        const account = emailKey(email)
        const pair = hashedKey(account, addressKey(address))
        const claims: Claim[] = [[perPair, pair]]
        // A person who signed in from this address before is not locked out by guesses from elsewhere.
        if (!(await knownPairs.has(pair))) claims.push([perAccount, hashedKey(account)])
        await takeAllOrThrow(claims)
        const ofAddress: Claim = [perAddress, addressKey(address)]
        const retryAfter = await takeAll([ofAddress])
        if (retryAfter === 0) claims.push(ofAddress)
        const found = await releaseAfterError(claims, () => true, find)
        if (found === undefined) throwIfLimited(retryAfter)
        else await Promise.all([releaseClaims(claims), isIn(found) && knownPairs.add(pair)])
        return found
      },
    },
    link: { attempt: (address, open) => countWrongSecrets([links, addressKey(address)], open) },
    calendar: { attempt: (address, open) => countWrongSecrets([calendars, addressKey(address)], open) },
    passkeyLogins: { take: (address) => takeAllOrThrow([[passkeyLogins, addressKey(address)]]) },
    register: {
      run: (address, register) => takeAndRun([[registrations, addressKey(address)]], isOurs, register),
    },
    sessions: {
      run: ({ side, personId }, start) => takeAndRun([[started, `${side}:${personId}`]], () => true, start),
    },
    give: {
      run: (linkHash, address, give) =>
        takeAndRun(
          [
            [perLink, linkHash.toString('base64url')],
            [guests, addressKey(address)],
          ],
          isOurs,
          give,
        ),
    },
    uploads: {
      run: ({ side, personId, linkId }, upload) =>
        takeAndRun([[begun, linkId ? `link:${linkId}` : `${side}:${personId}`]], isOurs, upload),
    },
    pushTests: { take: ({ side, personId }) => takeAllOrThrow([[tests, `${side}:${personId}`]]) },
    search: { take: ({ side, personId }) => takeAllOrThrow([[searches, `${side}:${personId}`]]) },
    chat: {
      take({ side, personId }, what) {
        const seconds = chats[what].take(`${side}:${personId}`)
        return typeof seconds === 'number' ? throwIfLimited(seconds) : seconds.then(throwIfLimited)
      },
    },
  }
}

type Claim = [counter: Counter, key: string]

async function takeAllOrThrow(claims: Claim[]) {
  throwIfLimited(await takeAll(claims))
}

export function throwIfLimited(retryAfter: number) {
  if (retryAfter > 0) throw Object.assign(new TooMany(formatDuration(retryAfter)), { retryAfter })
}

/** Takes from every counter or from none. Returns the seconds until there is room. */
async function takeAll(claims: Claim[]) {
  for (const [index, [counter, key]] of claims.entries()) {
    const seconds = await counter.take(key)
    if (seconds > 0) {
      await releaseClaims(claims.slice(0, index))
      return seconds
    }
  }
  return 0
}

async function takeAndRun<T>(claims: Claim[], releasesAfter: (error: unknown) => boolean, task: Task<T>) {
  await takeAllOrThrow(claims)
  return releaseAfterError(claims, releasesAfter, task)
}

async function releaseAfterError<T>(
  claims: Claim[],
  releasesAfter: (error: unknown) => boolean,
  task: Task<T>,
) {
  try {
    return await task()
  } catch (error) {
    if (releasesAfter(error)) await releaseClaims(claims)
    throw error
  }
}

/** Counts before the task runs, so that concurrent guesses cannot pass together. */
async function countWrongSecrets<T>(claim: Claim, task: Task<T>) {
  const retryAfter = await takeAll([claim])
  const claims = retryAfter === 0 ? [claim] : []
  try {
    const result = await task()
    await releaseClaims(claims)
    return result
  } catch (error) {
    if (isWrongSecret(error)) throwIfLimited(retryAfter)
    else await releaseClaims(claims)
    throw error
  }
}

const statusOf = (error: unknown) => (error as { statusCode?: number }).statusCode ?? 500
const isOurs = (error: unknown) => statusOf(error) >= 500
const isWrongSecret = (error: unknown) => [401, 404].includes(statusOf(error))

async function releaseClaims(claims: Claim[]) {
  await Promise.all(claims.map(([counter, key]) => counter.release(key)))
}
