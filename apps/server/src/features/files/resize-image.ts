import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type ResizedPictures, splitPictures } from './resized-pictures.ts'

/** The process reports it for anything that is not an image, or one that it must not open. */
export const NOT_AN_IMAGE_EXIT_CODE = 3
/** A second is usual. */
const TIMEOUT_MS = 30_000
/** Sent to all processes when the server ends: they say nothing of the picture. */
const SHUTDOWN_SIGNALS = new Set<NodeJS.Signals>(['SIGTERM', 'SIGINT', 'SIGHUP'])
/** Of the process, in KiB; enough for the largest picture it may open. Linux holds it to that. */
const MAX_MEMORY_KIB = 1_500_000

/**
 * Smaller pictures of an image; null when it is none, or one that the process did not survive. They are made in a process of
 * their own: opening what strangers send takes memory that must not be ours, and may go wrong in ways that must not end us.
 */
export async function resizeImage(original: Readable): Promise<ResizedPictures | null> {
  const script = join(import.meta.dirname, 'resize-image.process.ts')
  const child = spawn(
    '/bin/sh',
    ['-c', `ulimit -d ${MAX_MEMORY_KIB} 2>/dev/null; exec nice "$0" "$1"`, process.execPath, script],
    { stdio: ['pipe', 'pipe', 'ignore'], env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } },
  )
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
  try {
    // Where nothing more can be opened there is no process, and nothing to write to or to read from.
    await once(child, 'spawn')
    const [[code, signal], answer] = await Promise.all([
      once(child, 'exit'),
      buffer(child.stdout),
      pipeline(original, child.stdin),
    ])
    if (code === NOT_AN_IMAGE_EXIT_CODE || (signal && !SHUTDOWN_SIGNALS.has(signal))) return null
    if (code !== 0) throw new Error(`a small picture could not be made (${signal ?? `exit ${code}`})`)
    return splitPictures(answer)
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
    original.destroy()
  }
}
