import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useToday } from '../ui/use-now.ts'
import { refetchStale } from './query-client.ts'

/** Refetches everything that depends on the day at midnight, when no server event announces the change. */
export function useRefetchAtMidnight(timeZone: string | undefined) {
  const today = useToday(timeZone)
  const known = useRef(today)
  const client = useQueryClient()
  useEffect(() => {
    const isNewDay = known.current !== undefined && known.current !== today
    known.current = today
    if (isNewDay) refetchStale(client, 'midnight')
  }, [today, client])
}
