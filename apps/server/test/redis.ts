import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import { findRedis } from '../../../scripts/redis.mjs'
import type { OnCleanup } from './cleanup-stack.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './portico.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

/** A Redis, for one test by default. After `stop` and `start` it is empty. */
export async function startRedis(onCleanup: OnCleanup = onTestFinished) {
  const port = await freePort()
  const dir = await temporaryFolder(onCleanup)
  let child = await launch()
  onCleanup(async () => void child.kill('SIGKILL'))

  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    async start() {
      child = await launch()
    },
    /** It stays connected and is silent. */
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
  }

  async function launch() {
    const options = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir]
    const { file, env } = findRedis() ?? { file: 'redis-server', env: {} }
    const server = spawn(file, options.map(String), { stdio: 'ignore', env: { ...process.env, ...env } })
    const failed = once(server, 'error').then(([error]) => {
      throw error
    })
    failed.catch(() => {})
    await Promise.race([failed, vi.waitFor(() => answers(port), WAIT_OPTIONS)])
    return server
  }
}

async function answers(port: number) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}
