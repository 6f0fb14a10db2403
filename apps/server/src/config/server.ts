import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { isLoopbackHost } from '../platform/http/loopback-host.ts'
import { type Env, invalid, oneOf, parseOrigin, read, required, wholeNumber } from './environment.ts'

const MODES = ['production', 'development', 'test'] as const
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type ServerConfig = ReturnType<typeof readServerConfig>

/** The process, its addresses and its secret. */
export function readServerConfig(env: Env) {
  const mode = oneOf(env, 'NODE_ENV', MODES, 'development')
  const production = mode === 'production'
  const port = wholeNumber(env, 'PORT', 3000, 1, 65_535)
  const host = read(env, 'HOST', parseHost, '127.0.0.1')
  const publicUrl = read(
    env,
    'PUBLIC_URL',
    production ? parseOrigin : parseLocalOrigin,
    `http://localhost:${port}`,
  )
  const filesUrl = read(env, 'FILES_URL', parseOrigin, null)
  const [appSecret = '', ...formerSecrets] = read(
    env,
    'APP_SECRET',
    parseSecrets,
    production ? required('APP_SECRET', 'NODE_ENV is production') : [],
  )
  return {
    mode,
    production,
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    host,
    port,
    /** Where people reach Portico; without a slash at its end. */
    publicUrl,
    /** A separate origin for files; null: `publicUrl`. */
    filesUrl,
    internal: readInternalAddress(env),
    trustedProxy: read(env, 'TRUSTED_PROXY', parseCidrs, []),
    dataDir: resolve(env.DATA_DIR || '.data'),
    /** The newest secret, which signs. Empty: generated once and stored in `dataDir` (data-dir.ts). */
    appSecret,
    /** What these have signed is still valid (secret-keys.ts). */
    formerSecrets,
    /** Others can reach Portico, but the links in its emails lead to this machine. */
    linksOnlyWorkHere: (production || !isLoopbackHost(host)) && isLoopbackUrl(publicUrl),
    /** The value of `Strict-Transport-Security`; null: not sent. */
    hsts: read(env, 'HSTS', parseHsts, production ? 'max-age=31536000' : null),
    /** Part of the addresses of the development pages. Empty: generated once and stored in `dataDir`. */
    devKey: read(env, 'DEV_KEY', parseDevKey, ''),
    /** Development pages show everybody's emails and move the clock, so they are for those alone who know `devKey`. */
    showsDevelopmentPages:
      !production && isLoopbackHost(host) && [publicUrl, filesUrl ?? publicUrl].every(isLoopbackUrl),
  }
}

/** Where metrics are read; null: nowhere. */
function readInternalAddress(env: Env) {
  const port = wholeNumber(env, 'INTERNAL_PORT', 0, 1, 65_535)
  const host = read(env, 'INTERNAL_HOST', parseHost, '127.0.0.1')
  return port ? { host, port } : null
}

function parseHost(value: string) {
  return isIP(value) || /^[\w.-]{1,253}$/.test(value)
    ? value
    : invalid('must be an address or a host name, like 127.0.0.1')
}

/** Names beneath `localhost` lead to this machine too (RFC 6761). */
export function isLoopbackUrl(url: string) {
  const { hostname } = new URL(url)
  return isLoopbackHost(hostname) || hostname.endsWith('.localhost')
}

/** An address that others can reach is meant for them, and then NODE_ENV has to say so. */
function parseLocalOrigin(value: string) {
  const url = parseOrigin(value)
  return isLoopbackUrl(url)
    ? url
    : invalid('must be an address of this machine, like http://localhost:3000, unless NODE_ENV is production')
}

function parseHsts(value: string) {
  if (value === 'off') return null
  return /^max-age=\d{1,10}(; includeSubDomains)?(; preload)?$/.test(value)
    ? value
    : invalid('must be off, or like max-age=31536000 or max-age=63072000; includeSubDomains')
}

/** The newest first, with commas or line breaks between them. The message must not repeat the value. */
export function parseSecrets(value: string) {
  const secrets = value.split(/[,\n]/).map((secret) => secret.trim())
  return secrets.every((secret) => secret.length >= 32)
    ? secrets
    : invalid('must be at least 32 characters long, and each of several too')
}

/** The message must not repeat the value. */
function parseDevKey(value: string) {
  return /^[\w-]{1,100}$/.test(value)
    ? value
    : invalid('must be up to 100 letters, digits, hyphens and underscores')
}

function parseCidrs(value: string) {
  const list = value.split(',').map((part) => part.trim())
  return list.every(isCidr)
    ? list
    : invalid('must be addresses or CIDR ranges, like 10.0.0.0/8, parted by commas')
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
