import { spawn } from 'node:child_process'
import { mkdir, mkdtemp } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates the temporary folder of a test run, for this process and its children.
 * A shell waits until this process ends, even by a kill, and then deletes the folder.
 */
export async function makeRunFolder() {
  // Each test project makes a folder: nested ones would make socket paths too long.
  process.env.ORIGINAL_TMPDIR ??= tmpdir()
  const folder = await mkdtemp(join(process.env.ORIGINAL_TMPDIR, 'portico-test-'))
  const script = join(import.meta.dirname, 'clean-up.sh')
  const cleaner = spawn('sh', [script, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  cleaner.unref()
  ;(cleaner.stdin as Socket).unref()

  process.env.TMPDIR = join(folder, 'tmp')
  await mkdir(process.env.TMPDIR)
  return folder
}
