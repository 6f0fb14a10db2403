import type { Freelancer } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { makeEmailDue, makeEmailsAboutProjectDue, makeEmailsToClientsDue } from './due.repository.ts'

/** After the freelancer's time zone has changed, which is that of their clients' mornings too. */
export async function rescheduleEmails({ db, clock }: AppContext, freelancer: Freelancer) {
  const now = clock.now()
  await makeEmailDue(db, freelancer, now)
  await makeEmailsToClientsDue(db, freelancer.id, now)
}

/** After a project has come back from the bin: nobody was emailed about it meanwhile. */
export async function rescheduleEmailsAbout({ db, clock }: AppContext, projectId: string) {
  await makeEmailsAboutProjectDue(db, projectId, clock.now())
}
