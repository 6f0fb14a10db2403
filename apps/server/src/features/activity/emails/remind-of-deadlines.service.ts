import type { Job } from '../../../platform/jobs/jobs.ts'
import { addDeadlineReminders } from './deadlines.repository.ts'

declare module '../../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    remindOfDeadlines: Record<never, never>
  }
}

/** The reminders are emailed with everything else (queue-emails.service.ts). */
export const remindOfDeadlines: Job<'remindOfDeadlines'> = async ({ db, clock }) => {
  await addDeadlineReminders(db, clock.now())
}
