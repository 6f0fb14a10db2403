import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

interface Program {
  /** In this folder. */
  main: string
  options?: string[]
  env: Record<string, string>
  log: string
}

/** Starts a server on a free port with this Node. Resolves when it accepts connections. */
export async function startServer({ main, options = [], env, log }: Program) {
  const port = await freePort()
  const file = await open(log, 'w')
  const child = spawn(process.execPath, [...options, join(import.meta.dirname, main)], {
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ['ignore', file.fd, file.fd],
  })
  await file.close()
  const ended = once(child, 'exit')
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)

  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${main} does not start: ${await readFile(log, 'utf8')}`)
    await pause(50)
  }
  return {
    port,
    pid: child.pid ?? Number.NaN,
    async stop() {
      child.kill('SIGTERM')
      await ended
      process.off('exit', endWithUs)
    },
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}

function answers(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
