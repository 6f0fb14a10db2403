import { spawn } from 'node:child_process'
import { addLockHolder } from './lock-file.mjs'

/** A failure that its message explains without a stack. */
export class SetupError extends Error {}

/** Runs a program, and shows its output only if it fails. */
export async function run(file, args, env = {}) {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  if (child.pid) addLockHolder(child.pid)
  const output = []
  child.stdout.on('data', (part) => output.push(part))
  child.stderr.on('data', (part) => output.push(part))
  const code = await new Promise((resolve) => {
    child.once('close', resolve)
    child.once('error', (error) => resolve(error.message))
  })
  if (code === 0) return
  process.stderr.write(Buffer.concat(output))
  throw new SetupError(`\`${[file, ...args].join(' ')}\` failed (${code}); its output stands above.`)
}

/** Runs the npm that started this script, if one did. */
export function runNpm(args, env) {
  const npm = process.env.npm_execpath
  return npm?.endsWith('.js') ? run(process.execPath, [npm, ...args], env) : run('npm', args, env)
}
