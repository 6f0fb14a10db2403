import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PORTICO = join(import.meta.dirname, '../cli/portico.mjs')

/** `npx portico …` in an environment of its own. Rejects with `code` and `stderr` unless it ends with 0. */
export function runCommand(args: string[], env: Record<string, string | undefined>) {
  const { PATH, HOME, TMPDIR } = process.env
  return promisify(execFile)(process.execPath, [PORTICO, ...args], { env: { PATH, HOME, TMPDIR, ...env } })
}
