import { plural, pluralForm } from '@portico/contract'
import type { QueryClient } from '@tanstack/react-query'
import { type Area, currentSession } from '../../app/session.ts'
import { toast } from '../../ui/toast.ts'
import { clearUnsentFilesOfOthers, takeUnsentFiles } from './unsent-files.ts'
import { getUploadStore } from './uploads.ts'

/** Sends the files that an earlier visit did not finish, to whichever projects. */
export async function restoreUnsentFiles(area: Area, queryClient: QueryClient) {
  const state = currentSession(area)
  if (state.status !== 'in' || state.session.preview) return
  clearUnsentFilesOfOthers(area, state.session.ownerId)
  const { files, dropped } = await takeUnsentFiles(area, state.session.ownerId)
  let restored = 0
  for (const projectId of new Set(files.map((file) => file.projectId))) {
    const ofProject = files.filter((file) => file.projectId === projectId)
    restored += getUploadStore(area, projectId, queryClient).restore(ofProject)
  }
  if (restored > 0) report(restored, 'Sending it now.', 'Sending them now.')
  if (dropped > 0)
    report(
      dropped,
      'It was chosen days ago. Please choose it again.',
      'They were chosen days ago. Please choose them again.',
    )
}

function report(count: number, ofOne: string, ofMany: string) {
  toast.info(`${plural(count, 'file was', 'files were')} not sent`, pluralForm(count, ofOne, ofMany))
}
