import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'
import { findNginx } from '../../../scripts/nginx.mjs'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './portico.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

/** An nginx with nothing configured but one `proxy_pass`, and what a test adds to it. */
export async function startStockNginx(upstreamPort: number | string, more = '') {
  const port = await freePort()
  await startNginx(
    `server { listen 127.0.0.1:${port}; ${more} location / { proxy_pass http://127.0.0.1:${upstreamPort}; } }`,
    port,
  )
  return { port, url: `http://127.0.0.1:${port}` }
}

/** An nginx whose `http` block holds this, until the test is over. It is one process, and writes only to its own folder. */
export async function startNginx(http: string, port: number) {
  const folder = await temporaryFolder()
  const config = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    config,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
     events {}
     http { access_log off; ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')} ${http} }`,
  )
  const { file, env } = findNginx() ?? { file: 'nginx', env: {} }
  const child = spawn(file, ['-e', 'stderr', '-p', folder, '-c', config], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  ended.catch(() => {})
  const complaint = text(child.stderr)
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const failed = ended.then(async () => {
    throw new Error(`nginx ended: ${await complaint}`)
  })
  failed.catch(() => {})
  await Promise.race([failed, vi.waitFor(() => canConnect(port), WAIT_OPTIONS)])
}

async function canConnect(port: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect').finally(() => socket.destroy())
}
