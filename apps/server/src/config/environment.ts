import { CannotStart } from '../platform/process/cannot-start.ts'

export type Env = Record<string, string | undefined>

/** Throws the part of the sentence that follows the variable's name. */
type Parse<T> = (value: string) => T

export const MINUTE_SECONDS = 60
export const HOUR_SECONDS = 60 * MINUTE_SECONDS
export const DAY_SECONDS = 24 * HOUR_SECONDS

/** Reads one variable. An empty one counts as not set. */
export function read<T, U>(env: Env, name: string, parse: Parse<T>, byDefault: U | (() => U)): T | U {
  const value = env[name]?.trim()
  if (!value) return byDefault instanceof Function ? byDefault() : byDefault
  try {
    return parse(value)
  } catch (error) {
    throw new CannotStart(`${name} ${(error as Error).message}.`)
  }
}

export function oneOf<const T extends string, U>(
  env: Env,
  name: string,
  options: readonly T[],
  byDefault: U,
) {
  const parse = (value: string) =>
    options.find((option) => option === value) ?? invalid(`must be one of ${options.join(', ')}`)
  return read(env, name, parse, byDefault)
}

export function isOn(env: Env, name: string, byDefault: 'on' | 'off') {
  return oneOf(env, name, ['on', 'off'], byDefault) === 'on'
}

export function wholeNumber(env: Env, name: string, byDefault: number, least: number, most: number) {
  return read(env, name, parseWholeNumber(least, most), byDefault)
}

export function parseWholeNumber(least: number, most: number) {
  return (value: string) => {
    const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
    return number >= least && number <= most
      ? number
      : invalid(`must be a whole number from ${least} to ${most}`)
  }
}

export function parseUrl(...protocols: string[]) {
  return (value: string) => {
    const url = URL.parse(value)
    return url && protocols.includes(url.protocol)
      ? value
      : invalid(`must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`)
  }
}

export function parseOrigin(value: string) {
  const url = URL.parse(value)
  return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
    ? url.origin
    : invalid('must be the address people type, like https://portico.example, without a path')
}

/** As a default: the variable is required. */
export function required(name: string, when: string) {
  return (): never => {
    throw new CannotStart(`${name} must be set when ${when}.`)
  }
}

export function invalid(message: string): never {
  throw new Error(message)
}
