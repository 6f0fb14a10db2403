import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatClockTime, formatDayWithoutThisYear, localDay } from '../../../ui/dates.ts'
import { useLocalDay, useNow } from '../../../ui/use-now.ts'

/** The end of the time to answer as a day, on that day as a time. When it has passed, asks the server who may write. */
export function useAnswerDay(until: string | null) {
  const client = useQueryClient()
  const today = useLocalDay()
  const now = useNow()
  const isOver = until !== null && now >= Date.parse(until)
  useEffect(() => {
    if (isOver) client.invalidateQueries({ queryKey: ['conversations'] })
  }, [isOver, client])
  if (until === null) return undefined
  const day = localDay(until)
  return day === today ? `${formatClockTime(until)} today` : formatDayWithoutThisYear(day, today)
}
