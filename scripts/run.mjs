import { spawn } from 'node:child_process'
import { alsoHeldBy } from './one-at-a-time.mjs'

/** A reason that one sentence explains. */
export class CannotSetUp extends Error {}

/** Runs a program to its end, quietly; when it fails, what it said is shown. */
export async function run(file, args, env = {}) {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  if (child.pid) alsoHeldBy(child.pid)
  const said = []
  child.stdout.on('data', (part) => said.push(part))
  child.stderr.on('data', (part) => said.push(part))
  const code = await new Promise((resolve) => {
    child.once('close', resolve)
    child.once('error', (error) => resolve(error.message))
  })
  if (code === 0) return
  process.stderr.write(Buffer.concat(said))
  throw new CannotSetUp(`\`${[file, ...args].join(' ')}\` failed (${code}); what it said stands above.`)
}

/** The very npm that called us, where one did. */
export function runNpm(args, env) {
  const npm = process.env.npm_execpath
  return npm?.endsWith('.js') ? run(process.execPath, [npm, ...args], env) : run('npm', args, env)
}
