import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Makes the resizing process run this shell command. Returns the path of the script. */
export async function replaceResizer(command: string) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-pictures-'))
  const node = process.execPath
  onTestFinished(async () => {
    process.execPath = node
    await rm(folder, { recursive: true })
  })
  process.execPath = join(folder, 'reader')
  await writeFile(process.execPath, `#!/bin/sh\n${command}\n`, { mode: 0o700 })
  return process.execPath
}
