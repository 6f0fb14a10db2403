export { VERSION } from './cluster.ts'
export { EmbeddedPostgresError } from './errors.ts'
export { type EmbeddedPostgres, startPostgres } from './start.ts'
