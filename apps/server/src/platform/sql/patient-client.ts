import pg from 'pg'
import { cut } from './connections.ts'

export interface PatientConfig extends pg.PoolConfig {
  /** So many milliseconds whoever asks something waits for the answer, whatever else is answered before. */
  patience: number
}

/**
 * A connection that is cut when it keeps somebody waiting for too long: all who wait on it hear so, and nobody is given it
 * again. `query_timeout` of `pg` would set a timer for each query, and put a function into one of its properties; such
 * functions V8 makes among what is old, where all that they see stays until a full collection.
 */
export class PatientClient extends pg.Client {
  /** When what has no answer yet was asked. What `pg` refuses to send never has one: such a mistake costs the connection. */
  private readonly asked: number[] = []
  private readonly patience: number
  private watch: NodeJS.Timeout | NodeJS.Immediate | undefined

  constructor(config: PatientConfig) {
    super(config)
    this.patience = config.patience
    this.once('connect', () => {
      const { connection } = this as unknown as { connection: NodeJS.EventEmitter }
      connection.on('readyForQuery', () => void this.asked.shift())
    })
  }

  override query(...question: unknown[]) {
    this.asked.push(performance.now())
    if (!this.watch) this.lookAgainIn(this.patience)
    return super.query(...(question as [never])) as never
  }

  private lookAgainIn(milliseconds: number) {
    this.watch = setTimeout(look, milliseconds, this).unref()
  }

  /** Static, as one function serves all connections. */
  static look(client: PatientClient, hasRead = false) {
    const [first] = client.asked
    client.watch = undefined
    if (first === undefined) return
    const left = first + client.patience - performance.now()
    if (left > 0) client.lookAgainIn(left)
    else if (hasRead) cut(client)
    // What came while this process stood still is read first.
    else client.watch = setImmediate(look, client, true)
  }
}

const { look } = PatientClient
