import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { areaOnScreen, isPreview } from '../../app/session.ts'
import type { ListedName } from './upload-queue.ts'
import { getUploadStore } from './uploads.ts'

/** The uploads to a project, with those that an earlier visit did not finish. */
export function useUploads(projectId: string, files: readonly ListedName[]) {
  const uploads = getUploadStore(areaOnScreen(), projectId, useQueryClient())
  const queue = useSyncExternalStore(uploads.subscribe, uploads.queue)
  useEffect(() => {
    // They may be the client's, on this browser.
    if (!isPreview()) uploads.addStopped()
  }, [uploads])
  useEffect(() => uploads.markListed(files), [uploads, files])
  return { uploads, queue }
}
