import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

interface Address {
  host?: string
  port?: number
}

/** Stands between two, of whom one may be a database on a socket, and does to the line what networks do to lines. */
export async function startProxy<A extends Address>(target: A) {
  const lines = new Set<{ near: Socket; far: Socket; silent: boolean; deaf: boolean }>()
  let down = false
  let silent = false
  let last: { words: string; said(): void } | undefined
  let delay = 0

  const server = createServer((near) => {
    if (down) return near.destroy()
    const far = connect(whereabouts(target))
    const line = { near, far, silent: false, deaf: false }
    lines.add(line)
    near.pipe(pace(line)).pipe(far)
    far.pipe(pace(line, 'answer')).pipe(near)
    for (const end of [near, far]) {
      end.on('error', () => {})
      end.on('close', () => {
        near.destroy()
        far.destroy()
        lines.delete(line)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    cut()
    server.close()
  })
  const { port } = server.address() as AddressInfo

  /** What is sent is held back for a while, or swallowed, as a line that went dead without a word does. */
  function pace(line: { silent: boolean; deaf: boolean }, what?: 'answer') {
    return new Transform({
      async transform(chunk, _encoding, done) {
        if (delay) await wait(delay)
        if (last && (chunk as Buffer).includes(last.words)) {
          line.silent = true
          last.said()
        }
        if (silent || line.silent || (what && line.deaf)) done()
        else done(null, chunk)
      },
    })
  }

  function cut() {
    down = true
    for (const { near, far } of lines) {
      near.resetAndDestroy()
      far.destroy()
    }
  }

  return {
    connection: { ...target, host: '127.0.0.1', port },
    /** Every line breaks, and nobody gets through. */
    cut,
    /** Nothing comes through any more, on old lines and on new ones, and nobody is told. */
    silence() {
      silent = true
      for (const line of lines) line.silent = true
    },
    /** The lines there are go dead without a word; new ones are good. */
    abandon() {
      for (const line of lines) line.silent = true
    },
    /** On the lines there are, questions arrive and answers do not. */
    deafen() {
      for (const line of lines) line.deaf = true
    },
    /** A line on which this is said goes dead before it arrives; answers once that has happened. */
    silenceAt(words: string) {
      return new Promise<void>((said) => {
        last = { words, said }
      })
    },
    slow(milliseconds: number) {
      delay = milliseconds
    },
    /** New lines are good again, and as quick as ever. */
    mend() {
      down = silent = false
      last = undefined
      delay = 0
    },
  }
}

function whereabouts({ host = '127.0.0.1', port = 0 }: Address) {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}
