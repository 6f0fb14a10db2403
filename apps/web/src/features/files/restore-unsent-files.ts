import type { QueryClient } from '@tanstack/react-query'
import { type Area, currentSession } from '../../app/session.ts'
import { toast } from '../../ui/toast.ts'
import { clearUnsentFilesOfOthers, takeUnsentFiles } from './unsent-files.ts'
import { getUploadStore } from './uploads.ts'

/** Sends the files that an earlier visit did not finish, to whichever projects. */
export async function restoreUnsentFiles(area: Area, queryClient: QueryClient) {
  const state = currentSession(area)
  if (state.status !== 'in' || state.session.preview) return
  clearUnsentFilesOfOthers(area, state.session.id)
  const unsent = await takeUnsentFiles(area, state.session.id)
  if (unsent.length === 0) return
  for (const projectId of new Set(unsent.map((file) => file.projectId))) {
    const ofProject = unsent.filter((file) => file.projectId === projectId)
    getUploadStore(area, projectId, queryClient).restore(ofProject)
  }
  const [title, now] =
    unsent.length === 1
      ? ['1 file was not sent', 'Sending it now.']
      : [`${unsent.length} files were not sent`, 'Sending them now.']
  toast.info(title, now)
}
