// `npm run dev`: Vite serves the web app with hot reload, and passes API calls on to a server that restarts on save.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const port = process.env.PORT || '3000'
const apiPort = await findFreePort()
const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`

const children = [
  run('node', ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts', '--no-web'], root, {
    PORT: apiPort,
    PUBLIC_URL: publicUrl,
  }),
  run('react-router', ['dev', '--port', port, '--logLevel', 'warn'], `${root}/apps/web`, {
    PORT_API: apiPort,
  }),
]
let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))
// Neither is of use without the other.
for (const child of children) child.once('exit', (code) => end(code ?? 1))

async function end(code) {
  if (isEnding) return
  isEnding = true
  for (const { pid, exitCode, signalCode } of children) {
    if (exitCode === null && signalCode === null) process.kill(pid, 'SIGTERM')
  }
  await Promise.all(children.map((child) => child.ended))
  process.exit(code)
}

/** Starts a child in a process group of its own: Ctrl-C then reaches only this process, which ends both. */
function run(file, args, cwd, env) {
  const child = spawn(file, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env }, detached: true })
  child.ended = new Promise((resolve) => {
    child.once('exit', resolve)
    child.once('error', (error) => {
      console.error(error.message)
      resolve()
      end(1)
    })
  })
  return child
}

function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(String(port)))
    })
  })
}
