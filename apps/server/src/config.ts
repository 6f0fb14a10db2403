import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLoopbackHost } from './platform/http/loopback-host.ts'
import type { Rates } from './platform/limits/limits.ts'
import type { EmailRates } from './platform/mail/outbox.ts'
import { CannotStart } from './platform/process/cannot-start.ts'
import type { S3Location } from './platform/storage/storage.ts'

export type Config = ReturnType<typeof readConfig>

type Env = Record<string, string | undefined>

/** The environment, checked once. Everything has a default that works; the first bad value is said in one sentence. */
export function readConfig(env: Env) {
  const mode = oneOf(env, 'NODE_ENV', MODES, 'development')
  const production = mode === 'production'
  const port = wholeNumber(env, 'PORT', 3000, 1, 65_535)
  const host = read(env, 'HOST', hostName, '127.0.0.1')
  const stripeSecretKey = read(env, 'STRIPE_SECRET_KEY', stripeKey, null)
  const publicUrl = read(env, 'PUBLIC_URL', production ? origin : ownOrigin, `http://localhost:${port}`)
  const filesUrl = read(env, 'FILES_URL', origin, null)
  const appSecret = read(
    env,
    'APP_SECRET',
    longEnough,
    production ? missing('APP_SECRET', 'NODE_ENV is production') : '',
  )
  const mail = oneOf(env, 'MAIL', ['captured'], null)
  const smtpUrl = read(
    env,
    'SMTP_URL',
    mail ? notBeside('MAIL is captured') : urlOf('smtp:', 'smtps:'),
    production && !mail
      ? missing('SMTP_URL', 'NODE_ENV is production (MAIL=captured starts without sending emails)')
      : null,
  )
  /** Development pages show everybody's emails and give plans away. */
  const showsDevelopmentPages =
    !production && isLoopbackHost(host) && [publicUrl, filesUrl ?? publicUrl].every(isLoopbackUrl)

  return {
    mode,
    production,
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    host,
    port,
    /** Where people reach Portico; without a slash at its end. */
    publicUrl,
    trustedProxy: read(env, 'TRUSTED_PROXY', cidrs, []),

    dataDir: resolve(env.DATA_DIR || '.data'),
    /** Null: the embedded PostgreSQL in `dataDir`. */
    databaseUrl: read(env, 'DATABASE_URL', urlOf('postgres:', 'postgresql:'), null),
    /** Off for a connection pooler that does not keep named statements. */
    preparedStatements: oneOf(env, 'PREPARED_STATEMENTS', ON_OR_OFF, 'on') === 'on',
    /** Null: one process, which needs nobody to agree with. */
    redisUrl: read(env, 'REDIS_URL', urlOf('redis:', 'rediss:'), null),
    storageUrl: read(env, 'STORAGE_URL', place, { kind: 'file' as const, folder: null }),
    /** How long files that no row knows are kept in the trash. */
    trashDays: wholeNumber(env, 'TRASH_DAYS', 30, 1, 3_650),
    maxUploadBytes: wholeNumber(env, 'MAX_UPLOAD_BYTES', 1_024 ** 3, 1, 1_024 ** 4),
    /** What the files of one account may have together; null: no limit. */
    accountStorageBytes: read(env, 'ACCOUNT_STORAGE_BYTES', wholeNumberFrom(1, 1_024 ** 5), null),
    /** With less than this free on its disk, no upload begins. */
    minFreeBytes: wholeNumber(env, 'MIN_FREE_BYTES', 2 * 1_024 ** 3, 0, 1_024 ** 5),
    /** An origin of their own for files; null: ours. */
    filesUrl,
    /** Empty: made once and kept in `dataDir` (data-dir.ts). */
    appSecret,

    /** Null: emails are captured in `dataDir`. */
    smtpUrl,
    mailFrom: read(env, 'MAIL_FROM', sender, 'Portico <portico@localhost>'),
    /** Where messages from the support page go; null: to the address that emails come from. */
    supportAddress: read(env, 'SUPPORT_ADDRESS', sender, null),
    /** Emails go to clients once the freelancer's own address is confirmed. */
    confirmEmail: oneOf(env, 'CONFIRM_EMAIL', ON_OR_OFF, production ? 'on' : 'off') === 'on',
    /** Captured emails can be read at /dev/mailbox, but by nobody outside this machine. */
    showsMailbox: showsDevelopmentPages && !smtpUrl,

    /** Null: a small Stripe of our own, on this machine, or in production none. */
    stripeSecretKey,
    stripeWebhookSecret: read(
      env,
      'STRIPE_WEBHOOK_SECRET',
      webhookSecret,
      stripeSecretKey ? missing('STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY is set') : null,
    ),
    /** Another Stripe than Stripe itself, for tests. */
    stripeUrl: read(env, 'STRIPE_URL', origin, 'https://api.stripe.com'),
    /** Our own Stripe and its pages at /dev/stripe exist, but for nobody outside this machine. */
    simulatesStripe: showsDevelopmentPages && !stripeSecretKey,

    /** In seconds. */
    sessionTtl: wholeNumber(env, 'SESSION_TTL', 30 * DAY, 1, 3_650 * DAY),
    loginLinkTtl: wholeNumber(env, 'LOGIN_LINK_TTL', 30 * DAY, 1, 3_650 * DAY),
    fileLinkTtl: wholeNumber(env, 'FILE_LINK_TTL', 15 * MINUTE, 1, 7 * DAY),
    limits: {
      // Ten times as many in four times as long for one account from anywhere, five times as many for one address.
      login: read(env, 'LIMIT_LOGIN', rate, { count: 10, seconds: 15 * MINUTE }),
      link: read(env, 'LIMIT_LINK', rate, { count: 60, seconds: MINUTE }),
      register: read(env, 'LIMIT_REGISTER', rate, { count: production ? 60 : 1_000, seconds: HOUR }),
      sessions: read(env, 'LIMIT_SESSIONS', rate, { count: 60, seconds: HOUR }),
      // Six times as many from one address to any mailbox.
      mail: read(env, 'LIMIT_MAIL', rate, { count: 5, seconds: HOUR }),
      accountMail: read(env, 'LIMIT_ACCOUNT_MAIL', rate, { count: 60, seconds: HOUR }),
      // Fifty at once, ten a second in the long run.
      chat: read(env, 'LIMIT_CHAT', rate, { count: 50, seconds: 5 }),
    } satisfies Rates & EmailRates,
  }
}

const MODES = ['production', 'development', 'test'] as const
const ON_OR_OFF = ['on', 'off'] as const
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Answers what is wrong by throwing it: the part of a sentence that follows the variable's name. */
type Parse<T> = (value: string) => T

function read<T, U>(env: Env, name: string, parse: Parse<T>, byDefault: U | (() => U)): T | U {
  const value = env[name]?.trim()
  if (!value) return byDefault instanceof Function ? byDefault() : byDefault
  try {
    return parse(value)
  } catch (error) {
    throw new CannotStart(`${name} ${(error as Error).message}.`)
  }
}

function notBeside(setting: string) {
  return (): never => wrong(`must not be set when ${setting}`)
}

function missing(name: string, when: string) {
  return (): never => {
    throw new CannotStart(`${name} must be set when ${when}.`)
  }
}

function oneOf<const T extends string, U>(env: Env, name: string, options: readonly T[], byDefault: U) {
  const parse = (value: string) =>
    options.find((option) => option === value) ?? wrong(`must be one of ${options.join(', ')}`)
  return read(env, name, parse, byDefault)
}

function wholeNumber(env: Env, name: string, byDefault: number, least: number, most: number) {
  return read(env, name, wholeNumberFrom(least, most), byDefault)
}

function wholeNumberFrom(least: number, most: number) {
  return (value: string) => {
    const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
    return number >= least && number <= most
      ? number
      : wrong(`must be a whole number from ${least} to ${most}`)
  }
}

function hostName(value: string) {
  return isIP(value) || /^[\w.-]{1,253}$/.test(value)
    ? value
    : wrong('must be an address or a host name, like 127.0.0.1')
}

/** Names beneath `localhost` lead to this machine too (RFC 6761). */
function isLoopbackUrl(url: string) {
  const { hostname } = new URL(url)
  return isLoopbackHost(hostname) || hostname.endsWith('.localhost')
}

function origin(value: string) {
  const url = URL.parse(value)
  return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
    ? url.origin
    : wrong('must be the address people type, like https://portico.example, without a path')
}

/** An address that only this machine reaches: anything else is meant for others, and NODE_ENV has to say so. */
function ownOrigin(value: string) {
  const url = origin(value)
  return isLoopbackUrl(url)
    ? url
    : wrong('must be an address of this machine, like http://localhost:3000, unless NODE_ENV is production')
}

function urlOf(...protocols: string[]) {
  return (value: string) => {
    const url = URL.parse(value)
    return url && protocols.includes(url.protocol)
      ? value
      : wrong(`must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`)
  }
}

/** Where files are kept. A secret in it must not be repeated in the complaint. */
function place(value: string): { kind: 'file'; folder: string | null } | S3Location {
  const url = URL.parse(value)
  if (url?.protocol === 'file:' && url.host === '')
    return { kind: 'file', folder: url.pathname === '/' ? null : fileURLToPath(url) }
  if (url?.protocol !== 's3:' || !url.host)
    return wrong('must be like file:///srv/portico/files or s3://bucket?region=eu-west-2')

  const {
    region = 'us-east-1',
    endpoint = null,
    redirect = 'on',
    timeout = '10',
    ...unknown
  } = Object.fromEntries(url.searchParams)
  const [name] = Object.keys(unknown)
  if (name) return wrong(`knows region, endpoint, redirect and timeout, and not ${name}`)
  if (endpoint && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    return wrong('must have an endpoint like https://s3.example.com')
  if (redirect !== 'on' && redirect !== 'off') return wrong('must have redirect=on or redirect=off')
  if (!/^[1-9]\d{0,2}$/.test(timeout)) return wrong('must have a timeout of 1 to 999 seconds')
  const folder = url.pathname.replace(/^\/+|\/+$/g, '')
  return {
    kind: 's3',
    bucket: url.host,
    prefix: folder && `${folder}/`,
    region,
    endpoint,
    credentials: url.username
      ? { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) }
      : null,
    redirects: redirect === 'on',
    timeout: Number(timeout),
  }
}

/** Its value must not be repeated in the complaint. */
function longEnough(value: string) {
  return value.length >= 32 ? value : wrong('must be at least 32 characters long')
}

/** Their values must not be repeated in the complaint either. */
function stripeKey(value: string) {
  return /^[sr]k_(test|live)_\w+$/.test(value)
    ? value
    : wrong('must be a secret key of Stripe’s, like sk_test_…')
}

function webhookSecret(value: string) {
  return /^whsec_\w{16,}$/.test(value)
    ? value
    : wrong('must be the signing secret of a webhook, like whsec_…')
}

function sender(value: string) {
  return /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)
    ? value
    : wrong('must be an e-mail address, like Portico <portico@example.com>')
}

function cidrs(value: string) {
  const list = value.split(',').map((part) => part.trim())
  return list.every(isCidr)
    ? list
    : wrong('must be addresses or CIDR ranges, like 10.0.0.0/8, parted by commas')
}

function isCidr(value: string) {
  const [address = '', bits, more] = value.split('/')
  const family = isIP(address)
  if (!family || more !== undefined || !/^\d{0,3}$/.test(bits ?? '')) return false
  if (bits === undefined) return true
  try {
    new BlockList().addSubnet(address, Number.parseInt(bits, 10), family === 6 ? 'ipv6' : 'ipv4')
    return true
  } catch {
    return false
  }
}

function rate(value: string) {
  if (value === 'off') return null
  const [, count = 0, seconds = 0] = /^(\d{1,9})\/(\d{1,9})$/.exec(value) ?? []
  return Number(count) > 0 && Number(seconds) > 0
    ? { count: Number(count), seconds: Number(seconds) }
    : wrong('must be off or count/seconds, like 10/900')
}

function wrong(message: string): never {
  throw new Error(message)
}
