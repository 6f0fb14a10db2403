import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

/**
 * A task is `{ name, command, env?, count? }`. `count` reads from a report how many tests passed and failed; without it, the
 * command itself counts as one.
 */

const KILL_AFTER_MS = 15_000

const running = new Set()
let isStopping = false

/** Runs tasks concurrently and prints the result of each. */
export async function runTasks(tasks, concurrency) {
  const queue = [...tasks]
  const total = { passed: 0, failed: 0 }
  const runQueue = async () => {
    for (let task = queue.shift(); task && !isStopping; task = queue.shift()) {
      const { passed, failed } = await runTask(task)
      total.passed += passed
      total.failed += failed
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runQueue))
  return total
}

/** Interrupts every running task with its child processes, and kills those that do not end. */
export async function stopTasks() {
  isStopping = true
  const groups = [...running]
  signalGroups(groups, 'SIGINT')
  const timer = setTimeout(() => signalGroups(groups, 'SIGKILL'), KILL_AFTER_MS)
  await Promise.all(groups.map(({ ended }) => ended))
  clearTimeout(timer)
}

async function runTask({ name, command: [file, ...args], env, count }) {
  const startedAt = Date.now()
  const { ok, output } = await runProcess(file, args, env)
  const counts = countResults(ok, count)
  if (isStopping) return counts
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  const details = count ? `, ${counts.passed} passed, ${counts.failed} failed` : ''
  console.info(`${counts.failed === 0 ? '✓' : '✗'} ${name} (${seconds} s${details})`)
  if (counts.failed > 0) process.stdout.write(`${output.trimEnd()}\n\n`)
  return counts
}

/** A command that fails counts as failed, even if its report has only passed tests. */
function countResults(ok, count) {
  if (!count) return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  try {
    const { passed, failed } = count()
    return { passed, failed: failed || passed === 0 || !ok ? Math.max(failed, 1) : 0 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

async function runProcess(file, args, env) {
  const modules = join(process.cwd(), 'node_modules')
  const defaults = {
    PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter),
    NODE_COMPILE_CACHE: join(modules, '.cache/node'),
    NO_COLOR: '1',
  }
  // In a process group of its own, so that it can be ended with its child processes.
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...defaults, ...env },
    detached: true,
  })
  const output = []
  child.stdout.on('data', (part) => output.push(part))
  child.stderr.on('data', (part) => output.push(part))
  const ended = new Promise((resolve) => {
    child.once('close', resolve)
    child.once('error', (error) => {
      output.push(Buffer.from(error.message))
      resolve(error.code)
    })
  })
  const group = { pid: child.pid, ended }
  running.add(group)
  const code = await ended
  running.delete(group)
  return { ok: code === 0, output: Buffer.concat(output).toString() }
}

function signalGroups(groups, name) {
  for (const { pid } of groups) {
    try {
      process.kill(-pid, name)
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
  }
}
