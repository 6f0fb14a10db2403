import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { resizeImage } from './resize-image.ts'

test('rejects, and keeps the process running, when no more files can be opened', async () => {
  const node = [process.execPath, '--input-type=module', '-e', script]
  const child = spawn('/bin/sh', ['-c', 'ulimit -n 100; exec "$@"', 'sh', ...node], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })

  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])

  expect({ stdout, stderr, code }).toEqual({ stdout: 'EMFILE', stderr: '', code: 0 })
})

// XCPU: it has used up its time on the processor.
test.for(['SEGV', 'ABRT', 'KILL', 'XCPU'])(
  'returns null when the resizing process dies of SIG%s',
  async (signal) => {
    await replaceResizer(`cat >/dev/null; kill -${signal} $$`)

    expect(await resizeImage(Readable.from([Buffer.from('bytes')]))).toBeNull()
  },
)

test('rejects, to be retried, when the resizing process takes too long', async () => {
  await replaceResizer('exec sleep 1000')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const original = Readable.from([Buffer.from('bytes')])

  const made = resizeImage(original)
  await once(original, 'end')
  vi.advanceTimersByTime(120_000)

  await expect(made).rejects.toThrow('not made in 120 s')
})

test('rejects, to be retried, when the resizing process was stopped or its input ended too soon', async () => {
  await replaceResizer('cat >/dev/null; kill -TERM $$')
  const ended = resizeImage(Readable.from([Buffer.from('bytes')]))
  await expect(ended).rejects.toThrow('SIGTERM')

  await replaceResizer('read -r line')
  const interrupted = new Readable({ read() {} })
  interrupted.push('bytes')
  interrupted.once('data', () => interrupted.destroy())
  await expect(resizeImage(interrupted)).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
})

/** Makes the resizing process run this shell command. */
async function replaceResizer(command: string) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-pictures-'))
  const node = process.execPath
  onTestFinished(async () => {
    process.execPath = node
    await rm(folder, { recursive: true })
  })
  process.execPath = join(folder, 'reader')
  await writeFile(process.execPath, `#!/bin/sh\n${command}\n`, { mode: 0o700 })
}

const script = `
  import { openSync } from 'node:fs'
  import { PassThrough } from 'node:stream'
  import { resizeImage } from '${join(import.meta.dirname, 'resize-image.ts')}'
  const original = new PassThrough()
  const opened = []
  try {
    for (;;) opened.push(openSync('/dev/null'))
  } catch {}
  const error = await resizeImage(original).catch((error) => error)
  process.stdout.write(error.code)`
