import pg from 'pg'
import { cut } from '../line.ts'

export interface PatientConfig extends pg.PoolConfig {
  /** So many milliseconds it may take to answer. */
  patience: number
}

/**
 * A connection that is cut when it leaves without an answer what it was asked: whoever waits on it hears so, and nobody is
 * given it again. `query_timeout` of `pg` would set a timer for each query, and put a function into one of its properties; such
 * functions V8 makes among what is old, where all that they see stays until a full collection.
 */
export class PatientClient extends pg.Client {
  private unanswered = 0
  private readonly watch: NodeJS.Timeout

  constructor(config: PatientConfig) {
    super(config)
    this.watch = setTimeout(cutWhenKeptWaiting, config.patience, this).unref()
    this.once('connect', () => {
      const { connection } = this as unknown as { connection: NodeJS.EventEmitter }
      connection.on('readyForQuery', () => {
        if (--this.unanswered > 0) this.watch.refresh()
      })
    })
  }

  override query(...question: unknown[]) {
    if (this.unanswered++ === 0) this.watch.refresh()
    return super.query(...(question as [never])) as never
  }

  static cutWhenKeptWaiting(client: PatientClient) {
    if (client.unanswered > 0) cut(client)
  }
}

const { cutWhenKeptWaiting } = PatientClient
