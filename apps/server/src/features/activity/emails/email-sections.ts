import { eventQuote, eventText, groupUploads, plainEventText, plural, truncate } from '@portico/contract'
import { nameInEmail, singleLine, titleInEmail } from '../../../platform/mail/email.ts'
import type { EmailSection } from '../../../platform/mail/render-email.ts'
import { dueText, formatDueDate } from './deadline-text.ts'
import type { Deadline } from './deadlines.repository.ts'
import type { UnmailedConversation, UnmailedEvent } from './unmailed.repository.ts'

export interface NotificationContents {
  deadlines: Deadline[]
  /** Oldest first. */
  events: UnmailedEvent[]
  conversations: UnmailedConversation[]
}

const MAX_LINES = 20
const MAX_MESSAGE_LINES = 5
export const MAX_QUOTE_LENGTH = 600

type Message = UnmailedConversation['messages'][number]

interface Reader {
  /** Whether the event asks something of the reader. */
  isAction(event: UnmailedEvent): boolean
  formatTime(instant: string): string
  project(id: string): string
  client(id: string): string
  conversation(clientId: string): string
  /** Above what is about a client and no project. */
  clientHeading(clientName: string): string
  conversationHeading(clientName: string): string
}

/** One section for each project, then one for each conversation: in all at most 20 lines. `leftOut` counts the others. */
export function toSections({ deadlines, events, conversations }: NotificationContents, reader: Reader) {
  const messages = toMessageSections(conversations, reader)
  const work = toWorkSections([...deadlines, ...events], reader)
  const forMessages = Math.min(MAX_MESSAGE_LINES, countLines(messages))
  const shown = [
    ...takeLines(work, MAX_LINES - forMessages),
    // Takes the last lines, because messages are sorted by time.
    ...takeLines(messages.toReversed(), MAX_LINES - Math.min(countLines(work), MAX_LINES - forMessages), -1),
  ]
  const total = countLines(work) + conversations.reduce((sum, { total }) => sum + total, 0)
  return { sections: shown, leftOut: total - countLines(shown) }
}

const countLines = (sections: EmailSection[]) => sections.reduce((sum, { lines }) => sum + lines.length, 0)

function toWorkSections(
  work: (Deadline | UnmailedEvent)[],
  { isAction, formatTime, project, client, clientHeading }: Reader,
): EmailSection[] {
  const projects = Map.groupBy(work, ({ projectId, clientId }) => projectId ?? clientId)
  return [...projects.values()].map((ofOne) => {
    const [{ projectId, clientId, projectTitle, clientName }] = ofOne as [Deadline | UnmailedEvent]
    const deadlines = ofOne.filter((one) => 'dueDate' in one)
    const events = ofOne.filter((one) => 'kind' in one)
    return {
      heading: projectTitle === null ? clientHeading(nameInEmail(clientName)) : titleInEmail(projectTitle),
      url: projectId === null ? client(clientId) : project(projectId),
      lines: [
        ...deadlines.map((deadline) => ({
          text: capitalize(dueText([deadline])),
          time: formatDueDate(deadline.dueDate),
        })),
        ...groupUploads(events).map((group) => ({
          ...toEventLine(group, formatTime),
          isAction: group.some(isAction),
        })),
      ],
    }
  })
}

function toEventLine(group: [UnmailedEvent, ...UnmailedEvent[]], formatTime: Reader['formatTime']) {
  const [event] = group
  const quote = eventQuote(event)
  return {
    text: eventSentence(group),
    ...(quote && { quote: { by: actorInEmail(quote.by), text: truncate(quote.text, MAX_QUOTE_LENGTH) } }),
    time: formatTime(event.createdAt),
  }
}

/** The sentence of these events, in which nobody's name is longer than names in emails are. */
export function eventSentence([first, ...others]: [UnmailedEvent, ...UnmailedEvent[]]) {
  const actor = { ...first.actor, name: actorInEmail(first.actor.name) }
  return titleInEmail(plainEventText(eventText([{ ...first, actor }, ...others])))
}

/** A guest's name stays with who asked them, however long it is. */
function actorInEmail(name: string) {
  const [, own = name, asker] = /^(.*) \(asked by (.*)\)$/s.exec(name) ?? []
  return nameInEmail(own) + (asker === undefined ? '' : ` (asked by ${nameInEmail(asker)})`)
}

export const firstName = (name: string) => name.split(' ')[0] ?? name

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function toMessageSections(
  conversations: UnmailedConversation[],
  { formatTime, conversation, conversationHeading }: Reader,
): EmailSection[] {
  return conversations.map(({ clientId, clientName, messages }) => ({
    heading: conversationHeading(nameInEmail(clientName)),
    url: conversation(clientId),
    lines: messages.map((message) => ({
      ...toMessageLine(message, firstName(nameInEmail(message.senderName))),
      time: formatTime(message.createdAt),
    })),
  }))
}

function toMessageLine({ content, files }: Message, by: string) {
  const quote = { by, text: truncate(content, MAX_QUOTE_LENGTH) }
  if (files.length === 0) return { quote }
  return { text: `${by} sent ${filesText(files)}`, ...(content !== '' && { quote }) }
}

/** What a message carries: the name of a single file, or how many there are. */
export function filesText([first, ...others]: Message['files']) {
  return first && others.length === 0 ? titleInEmail(first.fileName) : plural(others.length + 1, 'file')
}

/** Takes the first lines of each section, or the last (`from` is -1), until the email is full. */
function takeLines(sections: EmailSection[], room: number, from: 1 | -1 = 1) {
  const taken: EmailSection[] = []
  for (const { lines, ...section } of sections) {
    const left = room - countLines(taken)
    if (left <= 0) break
    taken.push({ ...section, lines: from === 1 ? lines.slice(0, left) : lines.slice(-left) })
  }
  return from === 1 ? taken : taken.reverse()
}

/** The preview text that inboxes show beside the subject. */
export function previewOf(sections: EmailSection[]) {
  const [first] = sections.flatMap(({ lines }) => lines)
  return singleLine(truncate(first?.text ?? first?.quote?.text ?? '', 120))
}
