import { setTimeout } from 'node:timers/promises'
import {
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'
import { withCommitTasks } from './after-commit.ts'

const DEADLOCK = '40P01'
const MAX_ATTEMPTS = 3
/** At once it would often take the row for which the other one is just being woken, and both would wait for each other again. */
const PAUSE_MS = 20

/**
 * PostgreSQL ends one of two transactions that wait for each other, and nothing of it is left. It can then run again, because the
 * other one goes on.
 */
export async function retryDeadlocks<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || attempt === MAX_ATTEMPTS) throw error
      await setTimeout(PAUSE_MS * attempt)
    }
  }
}

/** Runs a whole transaction again after a deadlock, so what it does outside the database has to bear that. */
export class RetryingKysely<Tables> extends Kysely<Tables> {
  override transaction() {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: ((callback) => retryDeadlocks(() => withCommitTasks(execute, callback))) as typeof execute,
    })
  }
}

export class RetryingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new RetryingDriver(this.#config)
  }
}

/** Runs a statement again that is a transaction of its own. */
class RetryingDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>()
  readonly #inTransaction = new WeakSet<DatabaseConnection>()

  override async acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>) {
    const connection = await super.acquireConnection(...options)
    if (this.#known.has(connection)) return connection
    this.#known.add(connection)
    const execute = connection.executeQuery.bind(connection) as DatabaseConnection['executeQuery']
    return Object.assign(connection, {
      executeQuery: ((...query) =>
        this.#inTransaction.has(connection)
          ? execute(...query)
          : retryDeadlocks(() => execute(...query))) as typeof execute,
    })
  }

  override beginTransaction(...[connection, settings]: Parameters<PostgresDriver['beginTransaction']>) {
    this.#inTransaction.add(connection)
    return super.beginTransaction(connection, settings)
  }

  override releaseConnection(connection: DatabaseConnection) {
    this.#inTransaction.delete(connection)
    return super.releaseConnection(connection as Parameters<PostgresDriver['releaseConnection']>[0])
  }
}
