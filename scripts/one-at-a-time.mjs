import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const BEAT = 1_000
const SILENT_FOR_TOO_LONG = 15_000

/** Does something while nobody else in this checkout does; waits for its turn. */
export async function oneAtATime(lock, doIt) {
  for (let turns = 0; !take(lock); turns++) {
    if (turns === 0) console.info('Waiting for another set-up of this checkout …')
    await pause(200)
  }
  const beating = setInterval(() => utimesSync(lock, new Date(), new Date()), BEAT)
  try {
    await doIt()
  } finally {
    clearInterval(beating)
    rmSync(lock, { force: true })
  }
}

/** The lock is a file with its holder's number, whose time the holder keeps fresh. */
function take(lock) {
  const mine = `${lock}.${process.pid}`
  writeFileSync(mine, `${process.pid}`)
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
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
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
