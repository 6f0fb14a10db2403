import { audit, DEFAULT_DURATIONS } from '@portico/contract'
import {
  DAY_SECONDS,
  type Env,
  HOUR_SECONDS,
  invalid,
  MINUTE_SECONDS,
  oneOf,
  parseWholeNumber,
  read,
  wholeNumber,
} from './environment.ts'
import type { ServerConfig } from './server.ts'

/** Lifetimes of sessions and login links, and rate limits. */
export function readLimitsConfig(env: Env, { production }: ServerConfig) {
  return {
    /** In seconds. */
    sessionTtl: wholeNumber(env, 'SESSION_TTL', DEFAULT_DURATIONS.session, 1, 3_650 * DAY_SECONDS),
    /** How many days a session lives at most, however much it is used. */
    sessionMaxDays: wholeNumber(env, 'SESSION_MAX_DAYS', 90, 1, 3_650),
    /** After how many seconds without use a session ends; null: only when it expires. The last use is saved twice a minute. */
    sessionIdleSeconds: read(env, 'SESSION_IDLE', parseIdle, null),
    /** How many days entries of the security log are kept. */
    auditDays: wholeNumber(env, 'AUDIT_DAYS', audit.AUDIT_DAYS, 30, 3_650),
    /** Everybody has to set one up before anything else. */
    requireSecondFactor: oneOf(env, 'REQUIRE_SECOND_FACTOR', ['none', 'all'] as const, 'none') === 'all',
    loginLinkTtl: wholeNumber(env, 'LOGIN_LINK_TTL', DEFAULT_DURATIONS.loginLink, 1, 3_650 * DAY_SECONDS),
    limits: {
      // Ten times as many in four times as long for one account from anywhere, five times as many for one address.
      login: read(env, 'LIMIT_LOGIN', parseRate, { count: 10, seconds: 15 * MINUTE_SECONDS }),
      link: read(env, 'LIMIT_LINK', parseRate, { count: 60, seconds: MINUTE_SECONDS }),
      register: read(env, 'LIMIT_REGISTER', parseRate, {
        count: production ? 60 : 1_000,
        seconds: HOUR_SECONDS,
      }),
      sessions: read(env, 'LIMIT_SESSIONS', parseRate, { count: 60, seconds: HOUR_SECONDS }),
      // Six times as many from one address to any mailbox.
      mail: read(env, 'LIMIT_MAIL', parseRate, { count: 5, seconds: HOUR_SECONDS }),
      accountMail: read(env, 'LIMIT_ACCOUNT_MAIL', parseRate, { count: 60, seconds: HOUR_SECONDS }),
      // Fifty at once, ten a second in the long run.
      chat: read(env, 'LIMIT_CHAT', parseRate, { count: 50, seconds: 5 }),
      // For one link; four times as many from one address.
      give: read(env, 'LIMIT_GIVE', parseRate, { count: 300, seconds: HOUR_SECONDS }),
      // Far above what people send by hand: 200 photos at once are a third of it.
      uploads: read(env, 'LIMIT_UPLOADS', parseRate, { count: 600, seconds: MINUTE_SECONDS }),
      pushTests: read(env, 'LIMIT_PUSH_TESTS', parseRate, { count: 10, seconds: 10 * MINUTE_SECONDS }),
      // The palette waits 150 ms after each letter, so typing sends at most 67 in this time.
      search: read(env, 'LIMIT_SEARCH', parseRate, { count: 100, seconds: 10 }),
    },
  }
}

function parseIdle(value: string) {
  return value === 'off' ? null : parseWholeNumber(5 * MINUTE_SECONDS, 3_650 * DAY_SECONDS)(value)
}

/** Null: no limit. */
function parseRate(value: string) {
  if (value === 'off') return null
  const [, count = 0, seconds = 0] = /^(\d{1,9})\/(\d{1,9})$/.exec(value) ?? []
  return Number(count) > 0 && Number(seconds) > 0
    ? { count: Number(count), seconds: Number(seconds) }
    : invalid('must be off or count/seconds, like 10/900')
}
