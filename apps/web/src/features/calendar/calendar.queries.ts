import { calendar } from '@portico/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'

export const calendarState = queryOptions({
  queryKey: ['calendar'],
  queryFn: ({ signal }) => call(calendar.get, undefined, { signal }),
})

/** The section shows the address at once. */
export const renewCalendar = mutationOptions({
  mutationFn: () => call(calendar.renew),
  meta: { calls: 'calendar.renew', background: true, fallback: 'Failed to get a calendar link' },
})

export const removeCalendar = mutationOptions({
  mutationFn: () => call(calendar.remove),
  meta: {
    calls: 'calendar.remove',
    background: true,
    success: 'The calendar link is off',
    fallback: 'Failed to switch it off',
  },
})
