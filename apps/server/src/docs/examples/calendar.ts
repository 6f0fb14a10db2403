import { calendar } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { MADE, NOW } from './sample-data.ts'

const url = `https://portico.example/api/calendar.ics?token=${MADE.calendarToken}`

export const calendarExamples = [
  callExample(calendar.get, { response: { createdAt: NOW } }),
  callExample(calendar.renew, {
    description:
      'The address is answered only once. Whoever has it reads the due dates, without a header; `webcal://` in place of the protocol opens it in a calendar. A reset of a client’s access ends theirs.',
    response: { url, createdAt: NOW },
  }),
  callExample(calendar.remove, {}),
  callExample(calendar.feed, {
    description:
      'Events of whole days, with the link to what is due and a UID that never changes. What is finished, archived or deleted is left out. Answers HEAD as well, and `If-None-Match` with 304.',
    request: { querystring: { token: MADE.calendarToken } },
    response: 'BEGIN:VCALENDAR',
    errors: ['CALENDAR_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
]
