import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { replaceResizer } from '../../../test/replace-resizer.ts'
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

test('makes pictures of a large interlaced image only up to a smaller limit than of others', async () => {
  const make = (side: number, progressive: boolean) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#a33' } })
      .toColourspace('b-w')
      .png({ progressive, compressionLevel: 1 })
      .toBuffer()
  const resize = async (side: number, progressive: boolean) =>
    resizeImage(Readable.from([await make(side, progressive)]))

  expect(await resize(6_400, false)).toMatchObject({ width: 6_400, height: 6_400 })
  expect(await resize(6_400, true)).toBeNull()
  expect(await resize(640, true)).toMatchObject({ width: 640, height: 640 })
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
