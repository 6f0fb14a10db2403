import { activity, durationInWords, linkPaths, pathInPortal, paths } from '@portico/contract'
import type { Side } from '../../../platform/actors.ts'
import { type Email, nameInEmail } from '../../../platform/mail/email.ts'
import { renderEmail } from '../../../platform/mail/render-email.ts'
import { firstNoteOfOneFile } from '../first-note.ts'
import { onlyGroup } from '../only-group.ts'
import { onlyMention } from '../only-mention.ts'
import type { EmailPlan } from './due.repository.ts'
import { firstName, type NotificationContents, previewOf, toSections } from './email-sections.ts'
import { createTimeFormat } from './email-time.ts'
import { givesTurn, summarize } from './summarize.ts'
import type { UnmailedEvent } from './unmailed.repository.ts'

export type Recipient = Pick<
  EmailPlan,
  'name' | 'email' | 'timeZone' | 'work' | 'freelancerName' | 'freelancerEmail' | 'freelancerCompany'
>

export interface NotificationOptions {
  side: Side
  contents: NotificationContents
  now: Date
  publicUrl: string
  /** Signs the links that change settings. */
  token: string
  loginUrl?: string | undefined
}

export function renderNotificationEmail(recipient: Recipient, options: NotificationOptions): Email {
  const { side, contents, now, publicUrl, token } = options
  const other = findOther(recipient, options)
  const pages = pageLinks(options)
  const { sections, leftOut } = toSections(contents, {
    ...pages,
    isAction: (event) => givesTurn(event, side),
    formatTime: createTimeFormat(now, recipient.timeZone),
    clientHeading: (client) => (side === 'client' ? (other?.name ?? client) : client),
    conversationHeading: (client) => (side === 'client' ? 'Messages' : `Messages from ${client}`),
  })
  const { subject, heading, paragraph } = summarize(contents, { side: side, other: other?.name })
  const name = nameInEmail(recipient.name)
  const hasWork = contents.events.length > 0 || contents.deadlines.length > 0
  // A quote has no room for files.
  const isQuoted = !hasWork && contents.conversations.length === 1 && !hasFiles(contents)
  const signature = side === 'client' ? `Sent by Portico for ${other?.name}.` : 'Sent by Portico.'
  const email = renderEmail({
    from: { name: other?.name ?? 'Portico', role: other?.company ?? null },
    subject,
    preview: previewOf(sections),
    // A full stop, because “Hello Maya, Ada created the project” names two who did.
    heading: `Hello ${firstName(name)}. ${heading}`,
    paragraph:
      leftOut > 0 && isQuoted ? `${paragraph} These are the last ${sections[0]?.lines.length}.` : paragraph,
    action: actionFor(contents, pages, side),
    ...(isQuoted
      ? { quotes: sections[0]?.lines.flatMap(({ quote }) => quote ?? []) ?? [] }
      : { sections, leftOut }),
    note: noteFor(recipient, options, other !== undefined),
    links: settingsLinks(options),
    signature,
  })
  return {
    to: { name, address: recipient.email },
    ...(other && { from: `${other.name} via Portico`, replyTo: { name: other.name, address: other.email } }),
    // Mail programs only call https addresses.
    ...(publicUrl.startsWith('https:') && {
      unsubscribeUrl: `${publicUrl}/api${activity.unsubscribe.url}?topic=${hasWork ? 'work' : 'messages'}&token=${token}`,
    }),
    ...email,
  }
}

const hasFiles = ({ conversations }: NotificationContents) =>
  conversations.some(({ messages }) => messages.some(({ files }) => files.length > 0))

/** The other person, when the email is about one person only. Replies go to them. */
function findOther(recipient: Recipient, { side, contents }: NotificationOptions) {
  if (side === 'client') {
    const { freelancerName, freelancerEmail: email, freelancerCompany } = recipient
    return {
      name: nameInEmail(freelancerName),
      email,
      company: freelancerCompany && nameInEmail(freelancerCompany),
    }
  }
  // A reminder of a due date comes from Portico, not from the other person.
  if (contents.deadlines.length > 0) return
  // What a colleague did is not answered to the client.
  if (contents.events.some(({ actor }) => actor.type === 'freelancer')) return
  const clients = new Map([...contents.events, ...contents.conversations].map((one) => [one.clientId, one]))
  const [client] = clients.values()
  if (clients.size !== 1 || !client) return
  const { clientName, clientEmail, clientCompany } = client
  const { name, email } = onlyContact(contents) ?? { name: clientName, email: clientEmail }
  return {
    name: nameInEmail(name),
    email,
    company: clientCompany && nameInEmail(clientCompany),
  }
}

/** The contact of the client who did all of it. */
function onlyContact({ events, conversations }: NotificationContents) {
  const [first] = events
  const isAlone =
    conversations.length === 0 && events.every(({ contact }) => contact?.email === first?.contact?.email)
  return isAlone ? first?.contact : undefined
}

type Pages = ReturnType<typeof pageLinks>

/** A client's links log in. */
function pageLinks({ side, publicUrl, loginUrl }: NotificationOptions) {
  const pages = paths[side]
  const linkTo = (path: string) => (loginUrl ? `${loginUrl}&to=${pathInPortal(path)}` : publicUrl + path)
  return {
    home: loginUrl ?? `${publicUrl}/`,
    project: (id: string) => linkTo(pages.project(id)),
    requests: (id: string) => linkTo(pages.projectRequests(id)),
    note: (fileId: string, id: string) => {
      const path = pages.note(fileId, id)
      return loginUrl ? `${loginUrl}&to=${encodeURIComponent(pathInPortal(path))}` : publicUrl + path
    },
    teamNote: ({ about, teamNoteId }: activity.Subject<'mentioned'>) =>
      publicUrl + paths.freelancer.teamNote(about, teamNoteId),
    review: (id: string) => linkTo(pages.review(id)),
    client: (id: string) => linkTo(side === 'client' ? paths.client.home : paths.freelancer.client(id)),
    conversation: (clientId: string) => linkTo(pages.conversation(clientId)),
  }
}

/** Opens the place where it has become the reader’s turn, or the only place that the email is about. */
function actionFor(contents: NotificationContents, pages: Pages, side: Side) {
  const {
    deadlines: [deadline],
    events,
    conversations: [conversation],
  } = contents
  if (deadline) return { label: 'Open the project', url: pages.project(deadline.projectId) }
  const asking = events.filter((event) => givesTurn(event, side))
  const event = onlyPlace(asking.length > 0 ? asking : events)
  const isAboutRequests = (asking.length > 0 ? asking : events).every(({ subject }) => 'requestId' in subject)
  const note = firstNoteOfOneFile(asking.length > 0 ? asking : events)
  const group = onlyGroup(asking.length > 0 ? asking : events)
  if (group) return { label: 'Open the files', url: pages.review(group) }
  if (note) return { label: 'Open the notes', url: pages.note(note.fileId, note.noteId) }
  const mention = onlyMention(events)
  if (mention) return { label: 'Open the note', url: pages.teamNote(mention) }
  if (event?.projectId && isAboutRequests)
    return { label: 'Open the requests', url: pages.requests(event.projectId) }
  if (event?.projectId) return { label: 'Open the project', url: pages.project(event.projectId) }
  if (event) return { label: 'Open the client', url: pages.client(event.clientId) }
  if (events.length > 0)
    return { label: side === 'client' ? 'Open my portal' : 'Open the dashboard', url: pages.home }
  return { label: 'Open the conversation', url: pages.conversation(conversation?.clientId ?? '') }
}

/** The first event, if all events belong to one project or client. */
function onlyPlace(events: UnmailedEvent[]) {
  return new Set(events.map(({ scopeId }) => scopeId)).size === 1 ? events[0] : undefined
}

function noteFor({ work }: Recipient, { side, contents }: NotificationOptions, hasReplyTo: boolean) {
  return [
    frequencyText(work, contents),
    ...(side === 'client' ? ['The link is for you alone: anyone who has it can sign in as you.'] : []),
    ...(hasReplyTo
      ? [`Answer in ${side === 'client' ? 'the portal' : 'Portico'}, or reply to this email.`]
      : []),
  ].join(' ')
}

function frequencyText(work: Recipient['work'], { deadlines, events, conversations }: NotificationContents) {
  if (deadlines.length > 0 && events.length === 0 && conversations.length === 0)
    return 'Once, on the day before a due date.'
  return events.length > 0 && work === 'daily'
    ? 'Once a day, only about what you have not seen.'
    : `Emails about ${activity.PROMPT_TEXT} come after ${durationInWords(activity.EMAIL_DELAY_SECONDS)}, others at most once an hour, and only about what you have not seen.`
}

function settingsLinks({ contents, publicUrl, token }: NotificationOptions) {
  const stop = (topic: 'work' | 'messages') => publicUrl + linkPaths.unsubscribe(topic, token)
  return [
    { label: 'Choose when emails come', url: publicUrl + linkPaths.emailSettings(token) },
    ...(contents.events.length > 0 || contents.deadlines.length > 0
      ? [{ label: 'No more emails about work', url: stop('work') }]
      : []),
    ...(contents.conversations.length > 0
      ? [{ label: 'No more emails about messages', url: stop('messages') }]
      : []),
  ]
}
