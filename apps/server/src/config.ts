import { readAccountsConfig } from './config/accounts.ts'
import { readBackupConfig } from './config/backup.ts'
import { readDatabaseConfig } from './config/database.ts'
import type { Env } from './config/environment.ts'
import { readLimitsConfig } from './config/limits.ts'
import { readMailConfig } from './config/mail.ts'
import { readPaymentsConfig } from './config/payments.ts'
import { readProcessesConfig } from './config/processes.ts'
import { readPushConfig } from './config/push.ts'
import { readServerConfig } from './config/server.ts'
import { readStorageConfig } from './config/storage.ts'

export type Config = ReturnType<typeof readConfig>

export function readConfig(env: Env) {
  const server = readServerConfig(env)
  const database = readDatabaseConfig(env)
  const processes = readProcessesConfig(env, database)
  const mail = readMailConfig(env, server)
  return {
    ...server,
    ...database,
    ...processes,
    ...readStorageConfig(env),
    ...readBackupConfig(env),
    ...mail,
    ...readAccountsConfig(env, mail),
    ...readPaymentsConfig(env, server, processes),
    ...readPushConfig(env, server),
    ...readLimitsConfig(env, server),
  }
}
