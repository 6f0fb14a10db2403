import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Redis } from '../process/redis.ts'

/** So many times in so many seconds. */
export interface Rate {
  count: number
  seconds: number
}

/** What this process counts it answers at once; Redis has to be asked. */
export interface Counter {
  /** Counts once, or answers after how many seconds there is room again. */
  take(key: string): number | Promise<number>
  giveBack(key: string): unknown
}

export function countUpTo(name: string, rate: Rate | null, redis: Redis | null = null): Counter {
  if (!rate) return { take: () => 0, giveBack() {} }
  return redis ? countTogether(redis, name, rate) : countHere(rate)
}

/** Remembers keys for a while after they were last added. */
export function rememberFor(name: string, seconds: number, redis: Redis | null = null) {
  if (!redis) {
    const windows = openWindows(seconds)
    return { has: (key: string) => windows.find(key) !== undefined, add: (key: string) => windows.open(key) }
  }
  const counts = sharedStore(redis, name, { count: 1, seconds })
  return {
    has: async (key: string) => (await counts.get(key)) !== null,
    add: (key: string) => counts.set(key, 1, seconds),
  }
}

/** Not by the library that counts in Redis: its promises cost an eighth of what sending a chat message costs. */
function countHere({ count, seconds }: Rate): Counter {
  const windows = openWindows(seconds)
  return {
    take(key) {
      const window = windows.find(key) ?? windows.open(key)
      if (window.used >= count) return Math.max(1, Math.ceil((window.ends - performance.now()) / 1_000))
      window.used++
      return 0
    },
    giveBack(key) {
      const window = windows.find(key)
      if (window && window.used > 0) window.used--
    },
  }
}

interface Window {
  used: number
  /** In milliseconds, by a clock that nobody sets. */
  ends: number
}

const MOST_KEYS = 10_000

/**
 * A stretch of time for each key. Beyond so many keys the one that ends first is forgotten, so that nobody who comes from
 * everywhere at once can fill the memory. Who is refused is not spared: they could as well wait quietly to be forgotten.
 */
function openWindows(seconds: number) {
  /** In the order in which they end. */
  const windows = new Map<string, Window>()

  return {
    find(key: string) {
      const window = windows.get(key)
      return window && window.ends > performance.now() ? window : undefined
    },
    open(key: string) {
      const now = performance.now()
      const window = { used: 0, ends: now + seconds * 1_000 }
      windows.delete(key)
      windows.set(key, window)
      for (const [first, { ends }] of windows) {
        if (windows.size <= MOST_KEYS && ends > now) break
        windows.delete(first)
      }
      return window
    },
  }
}

function countTogether(redis: Redis, name: string, rate: Rate): Counter {
  const counts = sharedStore(redis, name, rate)
  return {
    async take(key) {
      try {
        await counts.consume(key)
        return 0
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        // Being refused does not count, or a limit that is given back could stay full.
        await counts.reward(key)
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000))
      }
    },
    giveBack: (key) => counts.reward(key),
  }
}

/** 24 days: a timer that is set for longer goes off at once. */
const LONGEST = 24 * 86_400

/** The counts of all processes. While Redis is away each counts for itself. */
function sharedStore(redis: Redis, name: string, { count, seconds }: Rate) {
  const options = { keyPrefix: `portico:${name}`, points: count, duration: Math.min(seconds, LONGEST) }
  return new RateLimiterRedis({
    ...options,
    storeClient: redis.client,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(options),
  })
}
