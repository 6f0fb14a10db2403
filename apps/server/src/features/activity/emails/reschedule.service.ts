import type { Freelancer } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { makeEmailDue, makeEmailsAboutProjectDue, makeEmailsToClientsDue } from './due.repository.ts'

/** Call it after the freelancer's time zone has changed, because it decides when their clients' morning is. */
export async function rescheduleEmails({ db, clock }: AppContext, freelancer: Freelancer) {
  const now = clock.now()
  await makeEmailDue(db, freelancer, now)
  await makeEmailsToClientsDue(db, freelancer.id, now)
}

/** Call it after a project was restored, because no emails about it were sent while it was in the bin. */
export async function rescheduleEmailsAbout({ db, clock }: AppContext, projectId: string) {
  await makeEmailsAboutProjectDue(db, projectId, clock.now())
}
