import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The connection of the server that another process has started in `dataDir`; undefined when there is none. */
export async function findRunningPostgres({ dataDir, name }: { dataDir: string; name: string }) {
  const home = join(dataDir, 'postgres')
  const [pidFile, password] = await Promise.all(
    [join(home, 'cluster', 'postmaster.pid'), join(home, 'password')].map((path) =>
      readFile(path, 'utf8').catch(() => undefined),
    ),
  )
  // https://www.postgresql.org/docs/18/storage-file-layout.html: process, folder, start, port, folder of the socket.
  const [, , , port, host] = pidFile?.split('\n') ?? []
  if (!port || !host || password === undefined) return undefined
  return { host, port: Number(port), user: name, password, database: name }
}
