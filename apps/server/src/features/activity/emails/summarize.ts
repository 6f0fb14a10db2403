import { groupUploads, pluralForm, truncate } from '@portico/contract'
import type { Side } from '../../../platform/actors.ts'
import { nameInEmail, titleInSubject } from '../../../platform/mail/email.ts'
import { dueText, formatDueDate } from './deadline-text.ts'
import type { Deadline } from './deadlines.repository.ts'
import { capitalize, eventSentence, filesText, type NotificationContents } from './email-sections.ts'
import type { UnmailedConversation, UnmailedEvent } from './unmailed.repository.ts'

/** The reader, and the name of the other side if the email is about one person only. */
interface About {
  side: Side
  other: string | undefined
}

/** A place, a name and a file name of the usual length. */
const MAX_SUBJECT_LENGTH = 160

/** The subject of an email, its heading after the greeting, and what else there is to say. */
export function summarize(contents: NotificationContents, about: About) {
  const { deadlines } = contents
  const news = summarizeNews(contents, about)
  const [first] = deadlines
  if (!first) return news
  const text =
    deadlines.length === 1
      ? `${titleInSubject(first.projectTitle)} is ${dueText(deadlines)}`
      : `${deadlines.length} projects are ${dueText(deadlines)}`
  const hasNews = contents.events.length > 0 || contents.conversations.length > 0
  return {
    subject: text,
    heading: `${text}.`,
    paragraph: hasNews ? news.paragraph : deadlineParagraph(deadlines, about.side),
  }
}

function deadlineParagraph(deadlines: Deadline[], side: Side) {
  const yours = deadlines.filter(({ turn }) => turn === side).length
  const dates = [...new Set(deadlines.map(({ dueDate }) => formatDueDate(dueDate)))].join(' and ')
  const turn = deadlines.length === 1 ? ', and it is your turn' : `, and it is your turn in ${yours} of them`
  return `The due date is ${dates}${yours > 0 ? turn : ''}.`
}

function summarizeNews({ events, conversations }: NotificationContents, { side, other }: About) {
  const messages = conversations.reduce((sum, { total }) => sum + total, 0)
  const from = other === undefined ? '' : ` from ${other}`
  if (events.length === 0) {
    return {
      subject: `${messagesText(messages)}${from}`,
      heading: other === undefined ? 'You have messages.' : `${other} ${whatTheyDid(conversations)}.`,
      paragraph: `You have ${messagesText(messages, 'a')} that you have not read.`,
    }
  }

  const projects = [...Map.groupBy(events, ({ projectId, clientId }) => projectId ?? clientId).values()]
  const changes = projects.flatMap((ofOne) => groupUploads(ofOne))
  const [first] = changes
  const place = projects.length === 1 && first ? placeOf(first[0]) : undefined
  const turn = turnText(projects, side)
  if (first && changes.length === 1) {
    const sentence = eventSentence(first)
    // A client's own name says nothing to them.
    const isAboutReader = side === 'client' && first[0].projectId === null
    const unseen = `you have not seen it yet${messages > 0 ? `, nor ${messagesText(messages, 'a')}` : ''}.`
    return {
      subject: truncate(first[0].projectId === null ? sentence : `${place}: ${sentence}`, MAX_SUBJECT_LENGTH),
      heading: `${turn ? `It is ${turn}` : sentence}.`,
      paragraph: turn
        ? `${sentence}, and ${unseen}`
        : isAboutReader
          ? capitalize(unseen)
          : `${place}: ${unseen}`,
    }
  }
  const count = `${changes.length} changes`
  return {
    subject:
      (turn && `It is ${turn}`) ??
      (place ? `${count} in ${place}` : `${count}${from || ` in ${projects.length} projects`}`),
    heading: `${turn ? `It is ${turn}` : `There is news${place ? ` in ${place}` : from}`}.`,
    paragraph: `You have not seen ${count}${messages > 0 ? ` and ${messagesText(messages, 'a')}` : ''} yet.`,
  }
}

/** A message with only files is no text that somebody wrote. */
function whatTheyDid(conversations: UnmailedConversation[]) {
  const messages = conversations.flatMap((conversation) => conversation.messages)
  const isTextless = messages.every(({ content }) => content === '')
  return isTextless ? `sent you ${filesText(messages.flatMap(({ files }) => files))}` : 'wrote to you'
}

const placeOf = ({ projectTitle, clientName }: UnmailedEvent) =>
  projectTitle === null ? nameInEmail(clientName) : titleInSubject(projectTitle)

/** Names the projects where it has become the reader's turn and still is. Undefined without such projects. */
function turnText(projects: UnmailedEvent[][], side: Side) {
  const [first, ...others] = projects.filter((ofOne) => ofOne.some((event) => givesTurn(event, side)))
  if (!first?.[0]) return
  return `your turn in ${others.length > 0 ? `${others.length + 1} projects` : placeOf(first[0])}`
}

/** Whether the event gave the turn to the reader, who still has it. */
export function givesTurn({ turn, ...event }: UnmailedEvent, side: Side) {
  if (turn !== side) return false
  if (event.kind === 'turn_passed') return event.subject.to === side
  if (event.kind === 'note_added') return event.subject.message !== undefined
  if (event.kind === 'review_requested') return side === 'client'
  if (event.kind === 'request_added' || event.kind === 'request_reopened') return side === 'client'
  if (event.kind === 'request_answered') return side === 'freelancer'
  if (event.kind === 'review_decided') return side === 'freelancer'
  return side === 'freelancer' && (event.kind === 'feedback_left' || event.kind === 'feedback_replied')
}

const messagesText = (count: number, one = 'A') => pluralForm(count, `${one} message`, `${count} messages`)
