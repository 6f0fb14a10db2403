import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Processor seconds that a process and its children have used; NaN where there is no /proc to ask. */
export function cpuSeconds(pid: number) {
  return sum(familyOf(pid).map(({ ticks }) => ticks)) / TICKS
}

export function residentMiB(pid: number) {
  return memoryMiB(pid, 'VmRSS')
}

/** Resident MiB of a process at its highest since `resetPeak`. */
export function peakMiB(pid: number) {
  return memoryMiB(pid, 'VmHWM')
}

export function resetPeak(pid: number) {
  if (linux) writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

function memoryMiB(pid: number, name: 'VmRSS' | 'VmHWM') {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1_024
  } catch {
    return Number.NaN
  }
}

const linux = process.platform === 'linux'
const TICKS = linux ? Number(execFileSync('getconf', ['CLK_TCK'])) : Number.NaN

interface Member {
  pid: number
  parent: number
  /** Of the process and the children that have ended. */
  ticks: number
}

function familyOf(pid: number): Member[] {
  if (!linux) return []
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .flatMap(read)
  const family = all.filter((one) => one.pid === pid)
  for (const { pid } of family) family.push(...all.filter(({ parent }) => parent === pid))
  return family
}

/** Empty when it has just ended. */
function read(pid: number): Member[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, parent, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return [{ pid, parent: Number(parent), ticks: sum(fields.slice(9, 13).map(Number)) }]
  } catch {
    return []
  }
}

function sum(numbers: number[]) {
  return numbers.reduce((total, number) => total + number, 0)
}
