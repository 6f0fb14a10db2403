import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/** The exit code of the process for a file that is not an image, or not one of the allowed formats. */
export const NOT_AN_IMAGE_EXIT_CODE = 3
/** Of the processor. A second is usual; a busy machine makes it no longer. */
const MAX_CPU_SECONDS = 30
/** Long enough for a storage or machine that is slow. */
const TIMEOUT_MS = 120_000
/** The whole process group gets these signals when the server stops, so they do not mean that the image is bad. */
const SHUTDOWN_SIGNALS = new Set<NodeJS.Signals>(['SIGTERM', 'SIGINT', 'SIGHUP'])
/** In KiB; enough for the largest allowed image. Only Linux enforces it. */
const MAX_MEMORY_KIB = 1_500_000

/**
 * Gives an image to a script on its standard input, and returns what it writes. Null when the file is not an image, or the process
 * crashed on it. Images come from strangers, so they are decoded in a process of their own: it has its own limit of memory, and a
 * crash does not stop the server.
 */
export async function runPictureProcess(
  script: string,
  original: Readable,
  maxCpuSeconds = MAX_CPU_SECONDS,
): Promise<Buffer | null> {
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      `ulimit -t ${maxCpuSeconds}; ulimit -d ${MAX_MEMORY_KIB} 2>/dev/null; exec nice "$0" "$1"`,
      process.execPath,
      script,
    ],
    { stdio: ['pipe', 'pipe', 'ignore'], env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } },
  )
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    child.kill('SIGKILL')
  }, TIMEOUT_MS)
  try {
    // Rejects when the process cannot be started, for example with too many open files.
    await once(child, 'spawn')
    const [[code, signal], answer] = await Promise.all([
      once(child, 'exit'),
      buffer(child.stdout),
      pipeline(original, child.stdin),
    ])
    if (isTimedOut) throw new Error(`a small picture was not made in ${TIMEOUT_MS / 1_000} s`)
    if (code === NOT_AN_IMAGE_EXIT_CODE || (signal && !SHUTDOWN_SIGNALS.has(signal))) return null
    if (code !== 0) throw new Error(`a small picture could not be made (${signal ?? `exit ${code}`})`)
    return answer
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
    original.destroy()
  }
}
