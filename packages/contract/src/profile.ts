import * as Type from 'typebox'
import { EmailRefusal, Id, Instant, Name, nullable, StrictObject, visibleText } from './common.ts'
import { endpoint } from './endpoint.ts'

export type Profile = Type.Static<typeof Profile>
export const Profile = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  /** Company or title, as clients see it. */
  company: nullable(Type.String()),
  timeZone: Type.String(),
  /** Emails are sent to clients in your name. False until you open the mailed link, if the server requires that. */
  emailConfirmed: Type.Boolean(),
  /** Since when the mail server takes no emails. They are sent as soon as it does. Null: it takes them. */
  emailsDelayedSince: nullable(Instant),
  /** Your own address is refused, so that no notifications are sent to it. Null: it is not. */
  emailRefusal: nullable(EmailRefusal),
  /** The address that is to replace yours, once the link that was mailed there is opened. Null: none is. */
  pendingEmail: nullable(Type.Object({ email: Type.String(), expiresAt: Instant })),
})

export const me = endpoint({
  method: 'GET',
  url: '/auth/me',
  config: { access: 'freelancer', beforeFactor: true, whilePaused: true },
  schema: { summary: 'Your own profile', response: { 200: Profile } },
})

export type ProfileChange = Type.Static<typeof ProfileChange>
export const ProfileChange = Type.Object(
  {
    name: Type.Optional(Name),
    company: Type.Optional(nullable(Name)),
    timeZone: Type.Optional(/* @__PURE__ */ visibleText(64)),
    /** What the changed texts were when they were read. The change is refused if somebody else has changed one since. */
    was: Type.Optional(StrictObject({ name: Type.Optional(Name), company: Type.Optional(nullable(Name)) })),
  },
  { additionalProperties: false, minProperties: 1 },
)

export const changeMe = endpoint({
  method: 'PUT',
  url: '/auth/me',
  config: { access: 'freelancer', whenBlank: 'Please enter your name.' },
  schema: {
    summary: 'Change your name, your company or title, or your time zone',
    body: ProfileChange,
    response: { 200: Profile },
  },
})
