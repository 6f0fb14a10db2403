import * as Type from 'typebox'
import { Id, paging, StrictObject, Token } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Event, Notification } from './events.ts'
import { teamNotePlace } from './team-note-place.ts'

export * from './events.ts'

/** How long something stays unseen before it is emailed, unless a person gets one email a day. */
export const EMAIL_DELAY_SECONDS = 300
/** What is emailed after that time whatever was emailed within the hour. Which kinds of events these are says the server's `eventKinds`. */
export const PROMPT_TEXT = 'decisions, requests for approval and answers'

export const ofProject = endpoint({
  method: 'GET',
  url: '/projects/:id/activity',
  config: { access: 'either' },
  schema: {
    summary: 'What happened on a project, newest first',
    params: Type.Object({ id: Id }),
    querystring: StrictObject(paging),
    response: { 200: Type.Array(Event) },
  },
})

export const notifications = endpoint({
  method: 'GET',
  url: '/notifications',
  config: { access: 'either' },
  schema: {
    summary: 'What others did on all your projects, newest first',
    querystring: StrictObject(paging),
    response: { 200: Type.Array(Notification) },
  },
})

/** The highest count of unread notifications. */
export const MAX_UNREAD = 99

export type Unread = Type.Static<typeof Unread>
export const Unread = Type.Object({ count: Type.Integer({ minimum: 0, maximum: MAX_UNREAD }) })

export const unread = endpoint({
  method: 'GET',
  url: '/notifications/unread',
  config: { access: 'either' },
  schema: { summary: 'How many notifications are unread: 99 at most', response: { 200: Unread } },
})

/** Parts of the pages of a project that show events (event-places.ts). */
export type PlaceInProject = Type.Static<typeof PlaceInProject>
export const PlaceInProject = Type.Enum(['project', 'files', 'feedback', 'requests'])

export type ReadMark = Type.Static<typeof ReadMark>
const ReadMark = Type.Object(
  {
    projectId: Type.Optional(Id),
    /** Parts of a project that somebody has before their eyes. Notes are not among what they show. */
    shown: Type.Optional(
      StrictObject({ projectId: Id, places: Type.Array(PlaceInProject, { minItems: 1, maxItems: 4 }) }),
    ),
    /** A file that somebody has before their eyes, in any version, with the notes on all of them. */
    fileId: Type.Optional(Id),
    /** Events about a client, not about a project. Only freelancers are notified of them. */
    clientId: Type.Optional(Id),
    /** What mentions somebody in the team notes about one client, project or file. */
    teamNotes: Type.Optional(StrictObject(teamNotePlace)),
    /** A notification: it and all that are older. */
    upTo: Type.Optional(Id),
    all: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
)

export type Marked = Type.Static<typeof Marked>
const Marked = Type.Object({
  ...Unread.properties,
  /** How many of the same project or client are unread; absent when all were marked, or those up to one. */
  left: Type.Optional(Type.Integer()),
})

export const markRead = endpoint({
  method: 'PUT',
  url: '/notifications/read',
  config: { access: 'either', changesOwn: true },
  schema: {
    summary:
      'Mark notifications as read: all, those of a project or client, those that a part of a project, the page of a file or a list of team notes shows, or those up to one of them',
    body: ReadMark,
    response: { 200: Marked },
  },
})

export type WorkMail = Type.Static<typeof WorkMail>
/** Emails about events: five minutes after one, at most hourly; once a day at 8:00; or none. */
export const WorkMail = Type.Enum(['soon', 'daily', 'never'])

export type MessageMail = Type.Static<typeof MessageMail>
/** Emails about unread messages. */
export const MessageMail = Type.Enum(['soon', 'never'])

export type Settings = Type.Static<typeof Settings>
export const Settings = Type.Object({
  work: WorkMail,
  messages: MessageMail,
  /** Whether browsers may show notifications. */
  push: Type.Boolean(),
  /** In which it is 8:00 when the daily email is sent. */
  timeZone: Type.String(),
})

export type SettingsChange = Type.Static<typeof SettingsChange>
const SettingsChange = Type.Object(
  {
    work: Type.Optional(WorkMail),
    messages: Type.Optional(MessageMail),
    push: Type.Optional(Type.Boolean()),
    /** Only of clients, who have no profile: the zone of their browser. */
    timeZone: Type.Optional(Type.String({ maxLength: 64 })),
  },
  { additionalProperties: false, minProperties: 1 },
)

export const getSettings = endpoint({
  method: 'GET',
  url: '/notifications/settings',
  config: { access: 'either' },
  schema: { summary: 'By which ways notifications reach you', response: { 200: Settings } },
})

export const changeSettings = endpoint({
  method: 'PUT',
  url: '/notifications/settings',
  config: { access: 'either', changesOwn: true },
  schema: {
    summary: 'Choose by which ways notifications reach you',
    body: SettingsChange,
    response: { 200: Settings },
  },
})

/** The token of the links in an email, also of an earlier version. It works without end, until the person has another address. */
const emailToken = { token: Token }

export const getSettingsByEmail = endpoint({
  method: 'GET',
  url: '/notifications/settings/by-email',
  config: { access: 'anyone' },
  schema: {
    summary: 'The same without a session, by the link in an email',
    querystring: StrictObject(emailToken),
    response: { 200: Settings },
  },
})

export const changeSettingsByEmail = endpoint({
  method: 'PUT',
  url: '/notifications/settings/by-email',
  config: { access: 'anyone' },
  schema: {
    summary: 'Choose without a session, by the link in an email',
    querystring: StrictObject(emailToken),
    body: SettingsChange,
    response: { 200: Settings },
  },
})

export type EmailTopic = Type.Static<typeof EmailTopic>
export const EmailTopic = Type.Enum(['work', 'messages'])

/** Called by mail programs (RFC 8058), and by the page /unsubscribe that the link in an email opens. */
export const unsubscribe = endpoint({
  method: 'POST',
  url: '/notifications/unsubscribe',
  config: { access: 'anyone' },
  schema: {
    summary: 'Have no more emails of one kind, by the link in an email',
    querystring: StrictObject({ ...emailToken, topic: EmailTopic }),
    response: { 200: Settings },
  },
})
