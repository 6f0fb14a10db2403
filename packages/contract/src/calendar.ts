import * as Type from 'typebox'
import { Instant, nullable, StrictObject, Token } from './common.ts'
import { endpoint } from './endpoint.ts'

export type State = Type.Static<typeof State>
/** Since when the present address works; null without one. */
const State = Type.Object({ createdAt: nullable(Instant) })

export const get = endpoint({
  method: 'GET',
  url: '/calendar',
  config: { access: 'either' },
  schema: { summary: 'Whether your due dates have an address for calendars', response: { 200: State } },
})

export const renew = endpoint({
  method: 'POST',
  url: '/calendar',
  config: { access: 'either', changesOwn: true },
  schema: {
    summary: 'Make the secret address for calendars; the one before it stops working',
    response: { 200: Type.Object({ url: Type.String(), createdAt: Instant }) },
  },
})

export const remove = endpoint({
  method: 'DELETE',
  url: '/calendar',
  config: { access: 'either', changesOwn: true },
  schema: {
    summary: 'Switch the address for calendars off',
    response: { 204: Type.Null() },
  },
})

/** The feed that calendars fetch. They cannot send a token in a header, so the address itself is the secret. */
export const feed = endpoint({
  method: 'GET',
  url: '/calendar.ics',
  config: { access: 'anyone', answers: 'text/calendar' },
  schema: {
    summary: 'Due dates of projects, reviews and requests, as iCalendar',
    querystring: StrictObject({ token: Token }),
    response: { 200: Type.String() },
  },
})
