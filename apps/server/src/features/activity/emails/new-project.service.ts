import type { AppContext } from '../../../platform/context.ts'
import { findCreation, markEventsMailed } from './unmailed.repository.ts'

/** After another email has told the client that the project was created. What has happened on it since is emailed. */
export async function skipEmailAboutNewProject({ db }: AppContext, projectId: string) {
  const creation = await findCreation(db, projectId)
  if (creation) await markEventsMailed(db, 'client', projectId, creation.news)
}
