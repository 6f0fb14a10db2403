import {
  appendFileSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const BEAT = 1_000
const SILENT_FOR_TOO_LONG = 300_000

let held = null

/** Does something while nobody else in this checkout does; waits for its turn. */
export async function oneAtATime(lock, doIt) {
  for (let turns = 0; !take(lock); turns++) {
    if (turns === 0) console.info('Waiting for another set-up of this checkout …')
    await pause(200)
  }
  held = lock
  const beating = setInterval(() => utimesSync(lock, new Date(), new Date()), BEAT)
  try {
    await doIt()
  } finally {
    clearInterval(beating)
    held = null
    rmSync(lock, { force: true })
  }
}

/** A program that was started for the holder holds the lock as well: it goes on when the holder is killed. */
export function alsoHeldBy(pid) {
  if (held) appendFileSync(held, `${pid}\n`)
}

/** The lock is a file with its holders' numbers, whose time the first of them keeps fresh. */
function take(lock) {
  const mine = `${lock}.${process.pid}`
  writeFileSync(mine, `${process.pid}\n`)
  try {
    linkSync(mine, lock) // there at once and whole, or not at all
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isAbandoned(lock)) setAside(lock)
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

function isAbandoned(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > SILENT_FOR_TOO_LONG) return true
    return !readFileSync(lock, 'utf8').trim().split('\n').some(isAlive)
  } catch (error) {
    if (error.code === 'ENOENT') return false // let go of just now
    throw error
  }
}

function isAlive(pid) {
  try {
    return process.kill(Number(pid), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Renamed first: of several who find it abandoned, one has it, and a lock taken meanwhile is put back. */
function setAside(lock) {
  const aside = `${lock}.aside.${process.pid}`
  try {
    renameSync(lock, aside)
    if (!isAbandoned(aside)) linkSync(aside, lock)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  }
  rmSync(aside, { force: true })
}
