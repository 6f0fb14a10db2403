import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** The newest migration of this version. */
export const SCHEMA = latestMigration()

/** The version of the package and the latest migration, which distinguishes checkouts between two releases. */
export const VERSION = `${packageVersion()} (${SCHEMA})`

function packageVersion(): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
}

function latestMigration() {
  const names = readdirSync(join(root, 'apps/server/migrations')).filter((name) => name.endsWith('.sql'))
  return names.sort().at(-1)?.replace('.sql', '') ?? null
}
