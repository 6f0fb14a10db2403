import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

const LINUX_HAS_A_FULL_DISK = existsSync('/dev/full')

test.runIf(LINUX_HAS_A_FULL_DISK)('keeps the process running when the log’s disk is full', async () => {
  const full = await open('/dev/full', 'w')
  onTestFinished(() => full.close())
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', full.fd, 'pipe'],
  })

  const [stderr, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'exit')])

  expect({ stderr, code }).toEqual({ stderr: 'still here', code: 0 })
})

/** Its own write to the full disk returns after that of the log. */
const script = `
  import { writeFile } from 'node:fs/promises'
  import { createLog } from '${join(import.meta.dirname, 'log.ts')}'
  const log = createLog('info')
  process.stdout.write('Portico is here')
  for (let n = 0; n < 50; n++) {
    log.info('x'.repeat(100_000))
    await writeFile('/dev/full', 'x').catch(() => {})
  }
  process.stderr.write('still here')
  process.exit()`
