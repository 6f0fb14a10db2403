import { spawn } from 'node:child_process'
import { mkdir, mkdtemp } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A folder for everything temporary that a test run makes, in this process and in those it starts from now on.
 * A shell waits for our end, be it a kill, and then clears up what is left.
 */
export async function makeRunFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-test-'))
  const script = join(import.meta.dirname, 'clean-up.sh')
  const cleaner = spawn('sh', [script, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  cleaner.unref()
  ;(cleaner.stdin as Socket).unref()

  process.env.TMPDIR = join(folder, 'tmp')
  await mkdir(process.env.TMPDIR)
  return folder
}
