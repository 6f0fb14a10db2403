import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../src/config.ts'
import { createContext } from '../src/context.ts'
import { connect, disconnect } from '../src/platform/sql/database.ts'
import { createStorage } from '../src/platform/storage/create-storage.ts'

/** The context of the features on a database that is ready to use. */
export async function openContext(
  config: Config & { statementTimeoutMs?: number },
  connection: ClientConfig,
  log: Logger,
) {
  await using resources = new AsyncDisposableStack()
  const db = resources.adopt(connect(connection, log, config), disconnect)
  const storage = resources.adopt(createStorage(config), (storage) => storage.close())
  const ctx = await createContext({ config, connection, db, storage, log }, resources)

  const opened = resources.move()
  return { ctx, close: () => opened.disposeAsync() }
}
