import pg from 'pg'

/** A statement that PostgreSQL parses once a connection and knows by its name from then on. */
export interface NamedStatement {
  name: string
  text: string
}

/**
 * Sends a statement and answers its rows. `pg` by itself would have the columns described again with each request and
 * build a result around them: 20 µs, a tenth of what a request costs. Here they are described once a connection.
 */
export async function askByName<Row>(
  pool: pg.Pool,
  statement: NamedStatement,
  values: unknown[],
): Promise<Row[]> {
  try {
    return await new Promise<Row[]>((resolve, reject) => {
      pool.connect((error, client, release) => {
        if (!client) return reject(error)
        const question = ask<Row>(statement, values, (error, rows) => {
          release(error)
          if (error) reject(error)
          else resolve(rows)
        })
        client.query(question)
      })
    })
  } catch (error) {
    // The one it comes with leads to a socket; this one to whoever asked.
    Error.captureStackTrace(error as Error)
    throw error
  }
}

interface Column {
  name: string
  read(text: string): unknown
}

/** What each connection was told of the columns of each statement. */
const described = new WeakMap<Wire, Map<string, Column[]>>()

/** What `pg` wants of a question: how to send it, and what to do with each part of the answer. */
function ask<Row>(
  { name, text }: NamedStatement,
  values: unknown[],
  done: (error: Error | undefined, rows: Row[]) => void,
) {
  const rows: Row[] = []
  let known = new Map<string, Column[]>()
  let columns: Column[] = []

  return {
    name,
    text,
    // `pg` puts its own in place when there is a limit to its patience.
    callback: done,
    submit(connection: unknown) {
      const wire = connection as Wire
      known = described.get(wire) ?? known
      described.set(wire, known)
      wire.stream.cork()
      if (wire.parsedStatements[name] === undefined) wire.parse({ name, text })
      if (!known.has(name)) wire.describe({ type: 'S', name })
      wire.bind({ statement: name, values, valueMapper: prepareValue })
      wire.execute()
      wire.sync()
      wire.stream.uncork()
      columns = known.get(name) ?? columns
    },
    handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
      columns = fields.map(({ name, dataTypeID }) => ({
        name,
        read: pg.types.getTypeParser(dataTypeID, 'text'),
      }))
      known.set(name, columns)
    },
    handleDataRow({ fields }: { fields: (string | null)[] }) {
      const row: Record<string, unknown> = {}
      for (const [index, { name, read }] of columns.entries()) {
        const field = fields[index]
        row[name] = typeof field === 'string' ? read(field) : null
      }
      rows.push(row as Row)
    },
    handleCommandComplete() {},
    handleEmptyQuery() {},
    handleError(error: Error) {
      this.callback(error, rows)
    },
    handleReadyForQuery() {
      this.callback(undefined, rows)
    },
  }
}

/** The part of a connection of `pg` that its own queries use too; its types leave half of it out. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string | undefined>
  parse(statement: NamedStatement): void
  describe(what: { type: 'S'; name: string }): void
  bind(to: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void
  execute(): void
  sync(): void
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils
