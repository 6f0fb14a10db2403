export { VERSION } from './cluster.ts'
export { EmbeddedPostgresError } from './errors.ts'
export { findRunningPostgres } from './running.ts'
export { type EmbeddedPostgres, startPostgres } from './start.ts'
