import type { AppContext } from '../../../platform/context.ts'
import { findCreation, markEventsMailed } from './unmailed.repository.ts'

/** Skips the creation of a project, when another email tells the client about it. Later events are emailed. */
export async function skipEmailAboutNewProject({ db }: AppContext, projectId: string) {
  const creation = await findCreation(db, projectId)
  if (creation) await markEventsMailed(db, 'client', projectId, creation.news)
}
