import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { OnCleanup } from './cleanup-stack.ts'

interface Address {
  host?: string
  port?: number
}

interface ProxiedConnection {
  client: Socket
  server: Socket
  dropsAll: boolean
  dropsResponses: boolean
}

/** Stands in front of a server, which may be a database on a Unix socket, and fails as networks do. */
export async function startProxy<A extends Address>(address: A, onCleanup: OnCleanup = onTestFinished) {
  let target: Address = address
  const connections = new Set<ProxiedConnection>()
  let refuses = false
  let dropsAll = false
  let trap: { text: string; spring(connection: ProxiedConnection): void } | undefined
  let delay = 0

  const listener = createServer((client) => {
    if (refuses) return client.destroy()
    const server = connect(addressOf(target))
    const connection = { client, server, dropsAll: false, dropsResponses: false }
    connections.add(connection)
    client.pipe(fail(connection)).pipe(server)
    server.pipe(fail(connection, 'responses')).pipe(client)
    for (const end of [client, server]) {
      end.on('error', () => {})
      end.on('close', () => {
        client.destroy()
        server.destroy()
        connections.delete(connection)
      })
    }
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onCleanup(async () => {
    disconnect()
    listener.close()
  })
  const { port } = listener.address() as AddressInfo

  /** Delays what is sent, or drops it without closing the connection. */
  function fail(connection: ProxiedConnection, direction?: 'responses') {
    return new Transform({
      async transform(chunk, _encoding, done) {
        if (delay) await wait(delay)
        if (trap && (chunk as Buffer).includes(trap.text)) trap.spring(connection)
        if (dropsAll || connection.dropsAll || (direction && connection.dropsResponses)) done()
        else done(null, chunk)
      },
    })
  }

  function disconnect() {
    refuses = true
    for (const { client, server } of connections) {
      client.resetAndDestroy()
      server.destroy()
    }
  }

  return {
    connection: { ...address, host: '127.0.0.1', port },
    /** Resets all connections and refuses new ones. */
    disconnect,
    /** Drops everything on open and new connections, without closing them. */
    dropAll() {
      dropsAll = true
      for (const connection of connections) connection.dropsAll = true
    },
    /** Drops everything on the open connections. New ones work. */
    dropOnOpenConnections() {
      for (const connection of connections) connection.dropsAll = true
    },
    /** Drops responses on the connection that sends this text, from it on. Requests arrive. */
    dropResponsesFrom(text: string) {
      const spring = (connection: ProxiedConnection) => {
        connection.dropsResponses = true
      }
      trap = { text, spring }
    },
    /** Drops everything on the connection that sends this text, from it on. Resolves when that has happened. */
    dropFrom(text: string) {
      return new Promise<void>((sprung) => {
        const spring = (connection: ProxiedConnection) => {
          connection.dropsAll = true
          sprung()
        }
        trap = { text, spring }
      })
    },
    slowDown(milliseconds: number) {
      delay = milliseconds
    },
    /** Lets new connections work again, without delay. A server that was started again may have another address. */
    restore(newTarget = target) {
      target = newTarget
      refuses = dropsAll = false
      trap = undefined
      delay = 0
    },
  }
}

function addressOf({ host = '127.0.0.1', port = 0 }: Address) {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}
