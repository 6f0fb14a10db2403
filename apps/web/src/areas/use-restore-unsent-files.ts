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
    return runWhenIdle(() => {
      // A failure is ignored: the next page load tries again.
      import('../features/files/restore-unsent-files.ts')
        .then((files) => files.restoreUnsentFiles(area, queryClient))
        .catch(() => {})
    })
  }, [area, ownerId, queryClient])
}
