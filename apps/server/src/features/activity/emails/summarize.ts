import { eventText, groupUploads, plainEventText } from '@portico/contract'
import { nameWithoutLinks } from '../../../platform/mail/mailer.ts'
import type { NotificationContents } from './email-sections.ts'

/** The subject of an email, its heading after the reader's name, and what else there is to say. `other` is who is alone in it. */
export function summarize({ events, conversations }: NotificationContents, other: string | undefined) {
  const messages = conversations.reduce((sum, { total }) => sum + total, 0)
  const projects = new Map(events.map((event) => [event.projectId ?? event.clientId, event]))
  const changes = [
    ...Map.groupBy(events, ({ projectId, clientId }) => projectId ?? clientId).values(),
  ].flatMap((ofOne) => groupUploads(ofOne))
  const from = other === undefined ? '' : ` from ${other}`
  if (changes.length === 0) {
    return {
      subject: `${messagesText(messages)}${from}`,
      heading: other === undefined ? 'you have messages.' : `${other} wrote to you.`,
      paragraph: `You have ${messagesText(messages, 'a')} that you have not read.`,
    }
  }

  const [first] = changes
  const [project] = projects.values()
  const place =
    projects.size === 1 && project ? nameWithoutLinks(project.projectTitle ?? project.clientName) : undefined
  const besides = messages > 0 ? ` and ${messagesText(messages, 'a')}` : ''
  if (first && changes.length === 1) {
    const sentence = nameWithoutLinks(plainEventText(eventText(first)))
    return {
      subject: sentence,
      heading: `${sentence}.`,
      paragraph: `${place}: you have not seen it yet${besides && `, ${besides.replace(' and', 'nor')}`}.`,
    }
  }
  return {
    subject: place
      ? `${changes.length} changes in ${place}`
      : `${changes.length} changes${from || ` in ${projects.size} projects`}`,
    heading: place ? `there is news in ${place}.` : `there is news${from}.`,
    paragraph: `You have not seen ${changes.length} changes${besides} yet.`,
  }
}

const messagesText = (count: number, one = 'A') => (count === 1 ? `${one} message` : `${count} messages`)
