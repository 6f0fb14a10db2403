import { readDatabaseConfig } from './config/database.ts'
import type { Env } from './config/environment.ts'
import { readLimitsConfig } from './config/limits.ts'
import { readMailConfig } from './config/mail.ts'
import { readPaymentsConfig } from './config/payments.ts'
import { readPushConfig } from './config/push.ts'
import { readServerConfig } from './config/server.ts'
import { readStorageConfig } from './config/storage.ts'

export type Config = ReturnType<typeof readConfig>

export function readConfig(env: Env) {
  const server = readServerConfig(env)
  return {
    ...server,
    ...readDatabaseConfig(env),
    ...readStorageConfig(env),
    ...readMailConfig(env, server),
    ...readPaymentsConfig(env, server),
    ...readPushConfig(env, server),
    ...readLimitsConfig(env, server),
  }
}
