import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Redis } from '../process/redis.ts'

/** `count` times in `seconds`. */
export interface Rate {
  count: number
  seconds: number
}

/** A counter in memory returns at once, one in Redis a promise. */
export interface Counter {
  /** Counts once and returns 0, or returns the seconds until there is room. */
  take(key: string): number | Promise<number>
  release(key: string): unknown
}

export function createCounter(name: string, rate: Rate | null, redis: Redis | null = null): Counter {
  if (!rate) return { take: () => 0, release() {} }
  return redis ? createRedisCounter(redis, name, rate) : createMemoryCounter(rate)
}

/** A set whose keys expire `seconds` after they were last added. */
export function createExpiringSet(name: string, seconds: number, redis: Redis | null = null) {
  if (!redis) {
    const windows = createWindows({ count: 1, seconds })
    return { has: (key: string) => windows.find(key) !== undefined, add: (key: string) => windows.open(key) }
  }
  const counts = createRedisLimiter(redis, name, { count: 1, seconds })
  return {
    has: async (key: string) => (await counts.get(key)) !== null,
    add: (key: string) => counts.set(key, 1),
  }
}

/** Not the library's memory limiter: its promises cost an eighth of sending a chat message. */
function createMemoryCounter({ count, seconds }: Rate): Counter {
  const windows = createWindows({ count, seconds })
  return {
    take(key) {
      const window = windows.find(key) ?? windows.open(key)
      if (window.used >= count) return Math.max(1, Math.ceil((window.ends - performance.now()) / 1_000))
      windows.count(key, window)
      return 0
    },
    release(key) {
      const window = windows.find(key)
      if (window && window.used > 0) window.used--
    },
  }
}

interface Window {
  used: number
  /** In milliseconds of the monotonic clock. */
  ends: number
}

const MAX_KEYS = 10_000
/** Filling one takes half as many requests as the limit allows. */
const MAX_KEYS_NEAR_LIMIT = 50_000

/**
 * A time window for each key. Requests from many addresses cannot fill the memory: beyond `MAX_KEYS` the oldest window is
 * dropped. A window that is at least half used is kept apart, because whoever drops it resets a limit.
 */
function createWindows({ count, seconds }: Rate) {
  /** Both in the order in which they are dropped. */
  const windows = new Map<string, Window>()
  const nearLimit = new Map<string, Window>()

  return {
    find(key: string) {
      const window = nearLimit.get(key) ?? windows.get(key)
      return window && window.ends > performance.now() ? window : undefined
    },
    open(key: string) {
      const window = { used: 0, ends: performance.now() + seconds * 1_000 }
      nearLimit.delete(key)
      add(windows, MAX_KEYS, key, window)
      return window
    },
    count(key: string, window: Window) {
      window.used++
      if (window.used < count / 2 || !windows.delete(key)) return
      add(nearLimit, MAX_KEYS_NEAR_LIMIT, key, window)
    },
  }
}

function add(windows: Map<string, Window>, maxKeys: number, key: string, window: Window) {
  windows.delete(key)
  windows.set(key, window)
  const now = performance.now()
  for (const [first, { ends }] of windows) {
    if (windows.size <= maxKeys && ends > now) break
    windows.delete(first)
  }
}

function createRedisCounter(redis: Redis, name: string, rate: Rate): Counter {
  const counts = createRedisLimiter(redis, name, rate)
  return {
    async take(key) {
      try {
        await counts.consume(key)
        return 0
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        // A refused attempt must not count, or the counter could stay full after a release.
        await counts.reward(key)
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000))
      }
    },
    release: (key) => counts.reward(key),
  }
}

/** Timers of Node hold 24 days; one set for longer fires at once. */
const MAX_WINDOW_SECONDS = 24 * 86_400

/** Counts for all processes. While Redis does not answer, each process counts for itself. */
function createRedisLimiter(redis: Redis, name: string, { count, seconds }: Rate) {
  const options = {
    keyPrefix: `portico:${name}`,
    points: count,
    duration: Math.min(seconds, MAX_WINDOW_SECONDS),
  }
  const shared = new RateLimiterRedis({ ...options, storeClient: redis.client, useRedisPackage: true })
  const own = new RateLimiterMemory(options)

  return {
    consume: (key: string) => call((limiter) => limiter.consume(key)),
    reward: (key: string) => call((limiter) => limiter.reward(key)),
    get: (key: string) => call((limiter) => limiter.get(key)),
    set: (key: string, points: number) => call((limiter) => limiter.set(key, points, options.duration)),
  }

  async function call<T>(count: (limiter: RateLimiterAbstract) => Promise<T>) {
    try {
      return await redis.run(() => count(shared))
    } catch (error) {
      // A refusal, not an error of Redis.
      if (error instanceof RateLimiterRes) throw error
      return count(own)
    }
  }
}
