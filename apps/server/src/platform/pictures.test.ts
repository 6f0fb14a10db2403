import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

test('where nothing more can be opened, a small picture is not made, and the process goes on', async () => {
  const node = [process.execPath, '--input-type=module', '-e', script]
  const child = spawn('/bin/sh', ['-c', 'ulimit -n 100; exec "$@"', 'sh', ...node], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })

  const [said, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])

  expect({ said, complaint, code }).toEqual({ said: 'EMFILE', complaint: '', code: 0 })
})

const script = `
  import { openSync } from 'node:fs'
  import { PassThrough } from 'node:stream'
  import { makeSmallPicture } from '${join(import.meta.dirname, 'pictures.ts')}'
  const original = new PassThrough()
  const opened = []
  try {
    for (;;) opened.push(openSync('/dev/null'))
  } catch {}
  const error = await makeSmallPicture(original).catch((error) => error)
  process.stdout.write(error.code)`
