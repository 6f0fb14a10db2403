import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Differs after a reboot, and is the same in all containers of a machine. */
export const machineId = hashParts(readText('/proc/sys/kernel/random/boot_id') || hostname())

/** Processes with the same network id reach the same server by a loopback address. */
export const networkId = hashParts(machineId, readLinkTarget('/proc/self/ns/net'))

/** Process ids are unique within a namespace. Every container has its own. */
const pidNamespaceId = hashParts(machineId, readLinkTarget('/proc/self/ns/pid'))

/** Unique to this process: process ids alone are reused. */
export const ownProcessMark = [pidNamespaceId, process.pid, readStat(process.pid)?.startTime ?? 0].join('-')

/** `unknown` for a process that this one cannot see. */
export function getProcessStatus(mark: string): 'running' | 'ended' | 'unknown' {
  const [namespaceId, id, startTime] = mark.split('-')
  if (namespaceId !== pidNamespaceId) return 'unknown'
  const pid = Number(id)
  const stat = readStat(pid)
  if (!stat) return isListed(pid) ? 'unknown' : 'ended'
  // A killed process whose parent has not read its exit code yet is still listed.
  return /[ZX]/.test(stat.state) || stat.startTime !== startTime ? 'ended' : 'running'
}

/** Linux only. Reads the fields after the program's name, which is in brackets and may contain spaces and brackets. */
function readStat(pid: number) {
  const text = readText(`/proc/${pid}/stat`)
  const [state = '', ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return text ? { state, startTime: fields[18] } : undefined
}

function isListed(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function readText(path: string) {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

function readLinkTarget(path: string) {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function hashParts(...parts: string[]) {
  return createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 16)
}
