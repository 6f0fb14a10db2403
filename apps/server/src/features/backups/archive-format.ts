import type { CopiedTable, TableSum } from '../../platform/backup/copy-tables.ts'

export const FORMAT = 1
/** The first entry. */
export const HEADER = 'portico-backup.json'
export const SCHEMA_BEFORE = 'schema/before-rows.sql'
export const SCHEMA_AFTER = 'schema/after-rows.sql'
export const TABLES = 'tables'
/** Queued jobs; they are no table of ours. */
export const JOBS = 'jobs'
export const FILE_LIST = 'file-list'
export const FILES = 'files'

/** What one has to know before the rest is read. */
export interface Header {
  format: number
  /** The version of Portico that made it. */
  version: string
  createdAt: string
  installation: string
  migrations: string[]
  /** Whether the bytes of files are in it. A bucket is copied with the provider's tools; its files are listed. */
  hasFiles: boolean
  tables: CopiedTable[]
}

export interface Manifest {
  entries: number
  bytes: number
  tables: Record<string, TableSum>
  files: FileTotals
}

export interface FileTotals {
  files: number
  bytes: number
  /** Ids of files without their bytes, or with others than those that were uploaded. */
  wrong: string[]
  wrongCount: number
  /** Deleted while the backup was made: their rows are in it, their bytes are not. */
  deletedMeanwhile: number
}

/** Files whose ids the manifest names; it counts all. */
export const MAX_WRONG_NAMED = 1_000

/** The queue's own tables differ between its versions; this is what `add_job` takes. */
export const JOB_COLUMNS =
  'identifier text, payload json, queue text, run_at timestamptz, max_attempts int, key text, priority int'
export const SELECT_JOBS = `
  select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  where j.attempts < j.max_attempts order by j.id`
