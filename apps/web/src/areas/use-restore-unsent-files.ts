import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { runWhenIdle } from '../app/run-when-idle.ts'
import { type Area, ownersOfUnsentFiles } from '../app/stored.ts'

/** Sends the files that an earlier visit has left unsent, whichever page is opened first. */
export function useRestoreUnsentFiles(area: Area, ownerId: string) {
  const queryClient = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person who signs in may have files of their own.
  useEffect(() => {
    if (ownersOfUnsentFiles(area).length === 0) return
    // Without a network the code does not load.
    const restore = () => {
      import('../features/files/restore-unsent-files.ts')
        .then((files) => files.restoreUnsentFiles(area, queryClient))
        .catch(() => window.addEventListener('online', restore, { once: true }))
    }
    const cancel = runWhenIdle(restore)
    return () => {
      cancel()
      window.removeEventListener('online', restore)
    }
  }, [area, ownerId, queryClient])
}
