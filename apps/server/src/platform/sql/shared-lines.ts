import pg from 'pg'
import { leave } from './connections.ts'
import { askByName, type Done, type NamedStatement } from './named-statement.ts'
import { PatientClient, type PatientConfig } from './patient-client.ts'

/**
 * A few connections on which many questions follow each other without waiting for the answers. PostgreSQL is woken once
 * for all that one turn of the event loop asks, which halves what a small read costs; but whoever asks something slow
 * keeps those behind them waiting. Only what does little and hardly ever waits is asked here (`smallRead` and `smallWrite` in db.ts).
 */
export interface SharedLines {
  ask<Row>(statement: NamedStatement, values: unknown[]): Promise<Row[]>
  end(): Promise<void>
}

interface Line {
  client: pg.Client
  /** While it is not there yet. */
  opening: Promise<void> | null
  /** How many wait for an answer. */
  waiting: number
}

/** Opens as many as there is work for, up to `most`: the fewer, the more is shared. */
export function shareLines(
  connection: PatientConfig,
  most: number,
  onLost: (error: Error) => void,
): SharedLines {
  const lines = new Set<Line>()
  let ended = false

  return {
    async ask(statement, values) {
      if (ended) throw new Error('These lines have been closed.')
      const line = leastBusy() ?? open()
      line.waiting++
      try {
        if (line.opening) await line.opening
        return await answer(line.client, statement, values)
      } catch (error) {
        // Whatever PostgreSQL did not say itself is the end of this line.
        if (!(error instanceof pg.DatabaseError)) lines.delete(line)
        throw error
      } finally {
        line.waiting--
      }
    },
    async end() {
      ended = true
      await Promise.all([...lines].map(({ client }) => leave(client)))
    },
  }

  /** None when one more would have less to do. */
  function leastBusy() {
    let best: Line | undefined
    for (const line of lines) if (!best || line.waiting < best.waiting) best = line
    return best && (best.waiting === 0 || lines.size === most) ? best : undefined
  }

  function open() {
    const client = new PatientClient({ ...connection, pipeline: true })
    const line: Line = { client, opening: null, waiting: 0 }
    line.opening = client.connect().then(() => {
      line.opening = null
    })
    client.on('error', onLost).on('error', () => lines.delete(line))
    lines.add(line)
    return line
  }
}

function answer<Row>(client: pg.Client, statement: NamedStatement, values: unknown[]) {
  return new Promise<Row[]>((resolve, reject) => {
    const done: Done<Row> = (error, rows) => {
      if (error) reject(error)
      else resolve(rows)
    }
    askByName(client, statement, values, done, { together: true })
  })
}
