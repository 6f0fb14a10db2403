import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useToday } from '../ui/use-now.ts'

/** What is due today is overdue tomorrow, and nobody announces midnight: then everything that depends on the day is refetched. */
export function useRefetchAtMidnight(timeZone: string | undefined) {
  const today = useToday(timeZone)
  const known = useRef(today)
  const client = useQueryClient()
  useEffect(() => {
    const isNewDay = known.current !== undefined && known.current !== today
    known.current = today
    if (!isNewDay) return
    for (const root of ['projects', 'dashboard']) client.invalidateQueries({ queryKey: [root] })
  }, [today, client])
}
