import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

/**
 * A step of the tests: a command that passes or fails. `count` reads how many of each there were, for one that holds many
 * tests; another counts as one.
 */

const running = new Set()
let ending = false

/** Runs steps side by side, at most so many at a time, and says how each went. */
export async function runSteps(steps, atOnce) {
  const waiting = [...steps]
  const total = { passed: 0, failed: 0 }
  const line = async () => {
    for (let step = waiting.shift(); step && !ending; step = waiting.shift()) {
      const { passed, failed } = await runStep(step)
      total.passed += passed
      total.failed += failed
    }
  }
  await Promise.all(Array.from({ length: atOnce }, line))
  return total
}

/** Asks every step that runs to end, with what it started; insists after a while. */
export async function endSteps() {
  ending = true
  const groups = [...running]
  signal(groups, 'SIGINT')
  const patience = setTimeout(() => signal(groups, 'SIGKILL'), 15_000)
  await Promise.all(groups.map(({ ended }) => ended))
  clearTimeout(patience)
}

async function runStep({ name, command: [file, ...args], env, count }) {
  const since = Date.now()
  const { ok, said } = await runQuietly(file, args, env)
  const counts = countOf(ok, count)
  const many = count ? `, ${counts.passed} passed, ${counts.failed} failed` : ''
  if (ending) return counts
  const good = counts.failed === 0
  console.info(`${good ? '✓' : '✗'} ${name} (${((Date.now() - since) / 1000).toFixed(1)} s${many})`)
  if (!good) process.stdout.write(`${said.trimEnd()}\n\n`)
  return counts
}

/** A command that failed has failed, even when every test it got to had passed. */
function countOf(ok, count) {
  if (!count) return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  try {
    const { passed, failed } = count()
    return { passed, failed: failed || passed === 0 || !ok ? Math.max(failed, 1) : 0 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

async function runQuietly(file, args, env) {
  const modules = join(process.cwd(), 'node_modules')
  const ours = {
    PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter),
    NODE_COMPILE_CACHE: join(modules, '.cache/node'),
    NO_COLOR: '1',
  }
  // In a group of its own, so that it can be ended with everything that it starts.
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...ours, ...env },
    detached: true,
  })
  const said = []
  child.stdout.on('data', (part) => said.push(part))
  child.stderr.on('data', (part) => said.push(part))
  const ended = new Promise((resolve) => {
    child.once('close', resolve)
    child.once('error', (error) => {
      said.push(Buffer.from(error.message))
      resolve(error.code)
    })
  })
  const job = { pid: child.pid, ended }
  running.add(job)
  const code = await ended
  running.delete(job)
  return { ok: code === 0, said: Buffer.concat(said).toString() }
}

function signal(groups, name) {
  for (const { pid } of groups) {
    try {
      process.kill(-pid, name)
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
  }
}
