import type { AppContext } from '../context.ts'
import { findMailFailure, isMailFailing } from '../mail/mail-failure.ts'
import { settlesWithin } from '../process/settles-within.ts'

/** A load balancer needs a fast answer. */
const CHECK_TIMEOUT_MS = 2_000

/** Whether each part works just now; `redis` only where there is one. */
export async function checkParts({ db, storage, redis, clock }: AppContext) {
  const mailFailure = findMailFailure(db)
  const [isDatabaseUp, isStorageUp] = await Promise.all([
    settlesWithin(CHECK_TIMEOUT_MS, mailFailure),
    settlesWithin(CHECK_TIMEOUT_MS, storage.check()),
  ])
  const failingSince = isDatabaseUp ? await mailFailure : null
  return {
    database: isDatabaseUp,
    storage: isStorageUp,
    mail: !(failingSince && isMailFailing(failingSince, clock.now())),
    ...(redis && { redis: !redis.isFailing() }),
  }
}
