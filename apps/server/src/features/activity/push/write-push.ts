import { eventQuote, eventText, groupUploads, paths, plainEventText, truncate } from '@portico/contract'
import type { Side } from '../../../platform/actors.ts'
import { firstNoteOfOneFile } from '../first-note.ts'
import { onlyGroup } from '../only-group.ts'
import { onlyMention } from '../only-mention.ts'
import type { UnreadEvent } from './unread-events.repository.ts'

/** The notification that apps/web/public/push-worker.js shows. */
export interface PushPayload {
  title: string
  body: string
  /** A later notification with the same tag replaces this one. */
  tag: string
  /** The path that it opens. */
  url: string
}

// A push service takes 4,096 bytes, and a character may need four of them.
const MAX_LINES = 4
const MAX_LINE_LENGTH = 140
const MAX_TITLE_LENGTH = 80

/** One notification about a project or a client. `events` are the unread ones, newest first. */
export function writePush(side: Side, events: [UnreadEvent, ...UnreadEvent[]]): PushPayload {
  const [{ projectId, clientId, projectTitle, clientName }] = events
  const lines = groupUploads(events).map((group) => {
    const quote = eventQuote(group[0])
    const sentence = plainEventText(eventText(group))
    if (!quote) return truncate(sentence, MAX_LINE_LENGTH)
    // The sentence begins with a name, which is said again only where somebody else is quoted.
    const by = sentence.startsWith(`${quote.by} `) ? '' : `. ${quote.by}`
    return truncate(`${sentence}${by}: “${quote.text.replace(/\s+/g, ' ')}”`, MAX_LINE_LENGTH)
  })
  const shown = lines.length > MAX_LINES ? lines.slice(0, MAX_LINES - 1) : lines
  const leftOut = lines.length - shown.length
  return {
    title: truncate(projectTitle ?? clientName, MAX_TITLE_LENGTH),
    body: [...shown, ...(leftOut > 0 ? [`and ${leftOut} more`] : [])].join('\n'),
    tag: projectId ?? clientId,
    url: pathOf(side, events),
  }
}

/** The newest note if all events are notes on one file, or team notes about one thing, or the question about several files if one is asked; else the project or client. */
function pathOf(side: Side, events: [UnreadEvent, ...UnreadEvent[]]) {
  const [{ projectId, clientId }] = events
  const mention = onlyMention(events)
  if (mention) return paths.freelancer.teamNote(mention.about, mention.teamNoteId)
  if (projectId === null) return side === 'client' ? paths.client.home : paths.freelancer.client(clientId)
  const asked = events.filter(({ kind }) => kind === 'review_requested')
  const group = onlyGroup(asked.length > 0 ? asked : events)
  if (group) return paths[side].review(group)
  const note = firstNoteOfOneFile(events)
  return note ? paths[side].note(note.fileId, note.noteId) : paths[side].project(projectId)
}
