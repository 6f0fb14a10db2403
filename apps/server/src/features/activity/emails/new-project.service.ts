import type { AppContext } from '../../../platform/context.ts'
import { findCreation, markEventsMailed } from './unmailed.repository.ts'

/** For a client who has got another email about the new project: only what happens on it later is emailed. */
export async function skipEmailAboutNewProject({ db }: AppContext, projectId: string) {
  const creation = await findCreation(db, projectId)
  if (creation) await markEventsMailed(db, 'client', projectId, creation.news)
}
