import { VERSION } from '../../version.ts'
import type { Db } from '../sql/database.ts'
import { readSchemaStatus } from '../sql/schema-status.ts'
import { CannotStart } from './cannot-start.ts'
import { findRunningProcesses } from './processes.repository.ts'

/** What bringing the database up to date would do, and which processes of other versions run. */
export async function readUpgradePlan(db: Db, version = VERSION) {
  const [status, running] = [await readSchemaStatus(db), await findRunningProcesses(db)]
  const processes = running.map(({ host, pid, version }) => ({ host, pid, version }))
  const others = processes.filter((process) => process.version !== version)
  const breaks = status.pending.some(({ kind }) => kind === 'contract')
  return { version, ...status, processes, mustStop: breaks ? others : [] }
}

export type UpgradePlan = Awaited<ReturnType<typeof readUpgradePlan>>

export function refuseBreaking({ version, mustStop: [other] }: UpgradePlan) {
  if (!other) return
  throw new CannotStart(
    `Another Portico (process ${other.pid} on ${other.host}) runs on this database, and would fail on that of version ${version}: stop all processes of other versions first.`,
  )
}
