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
import { setTimeout as sleep } from 'node:timers/promises'

const HEARTBEAT_MS = 1_000
const POLL_MS = 200
const ABANDONED_AFTER_MS = 300_000

/** The lock that this process holds. */
let heldPath = null

/** Runs an action while no other process holds the lock at this path. Waits for it if necessary. */
export async function withLockFile(path, action) {
  for (let attempts = 0; !tryLock(path); attempts++) {
    if (attempts === 0) console.info('Waiting for another set-up of this checkout …')
    await sleep(POLL_MS)
  }
  heldPath = path
  const heartbeat = setInterval(() => utimesSync(path, new Date(), new Date()), HEARTBEAT_MS)
  try {
    await action()
  } finally {
    clearInterval(heartbeat)
    heldPath = null
    rmSync(path, { force: true })
  }
}

/** Adds a child process to the holders: it goes on working when its parent is killed. */
export function addLockHolder(pid) {
  if (heldPath) appendFileSync(heldPath, `${pid}\n`)
}

/** The file lists the process ids of its holders. The first of them updates its modification time. */
function tryLock(path) {
  const ownPath = `${path}.${process.pid}`
  writeFileSync(ownPath, `${process.pid}\n`)
  try {
    linkSync(ownPath, path) // atomic, with its contents
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isAbandoned(path)) removeAbandoned(path)
    return false
  } finally {
    rmSync(ownPath, { force: true })
  }
}

function isAbandoned(path) {
  try {
    if (Date.now() - statSync(path).mtimeMs > ABANDONED_AFTER_MS) return true
    return !readFileSync(path, 'utf8').trim().split('\n').some(isAlive)
  } catch (error) {
    if (error.code === 'ENOENT') return false // just released
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

/** Renames it first, so that only one process removes it, and a lock that was taken meanwhile can be put back. */
function removeAbandoned(path) {
  const aside = `${path}.aside.${process.pid}`
  try {
    renameSync(path, aside)
    if (!isAbandoned(aside)) linkSync(aside, path)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  }
  rmSync(aside, { force: true })
}
