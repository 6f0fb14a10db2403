import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { areaOnScreen } from '../../app/session.ts'
import { uploadsTo } from './uploads.ts'

/** The uploads to a project, those that an earlier visit left behind among them. */
export function useUploads(projectId: string) {
  const uploads = uploadsTo(areaOnScreen(), projectId, useQueryClient())
  const queue = useSyncExternalStore(uploads.follow, uploads.queue)
  useEffect(() => {
    uploads.recall()
  }, [uploads])
  return { uploads, queue }
}
