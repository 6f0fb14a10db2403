import { paths, type search } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import { excerptOf, markedTitle } from './excerpt.ts'
import type { Found } from './search.repository.ts'

export function describeResult(row: Found, actor: Actor, words: string[]): search.SearchResult {
  const { kind, id, projectId, projectTitle, clientId, clientName, createdAt } = row
  const title = titleOf(row, actor)
  return {
    kind,
    id,
    title,
    excerpt: excerptIn(row, title, words),
    projectId,
    projectTitle,
    clientId,
    clientName,
    url: urlOf(row, actor),
    createdAt,
  }
}

function excerptIn({ tier, kind, title: ownTitle, body }: Found, title: string, words: string[]) {
  // All words are in the title, or for a client perhaps in the company or the address.
  const isInTitle = tier !== 3 && kind !== 'client'
  const inBody = body && !isInTitle ? excerptOf(body, words) : []
  if (ownTitle === null || inBody.some(([, isMatch]) => isMatch)) return inBody
  return markedTitle(title, words)
}

function titleOf(row: Found, { side }: Actor) {
  const { kind, isReply, about, authorType, noteNumber, clientName, freelancerName, title } = row
  if (title !== null) return title
  const author = authorType === 'Freelancer' ? freelancerName : clientName
  switch (kind) {
    case 'feedback':
      return isReply ? `Reply from ${author}` : `Feedback from ${author}`
    case 'note':
      return isReply ? `Reply to note ${noteNumber} on ${about}` : `Note ${noteNumber} on ${about}`
    case 'message': {
      const isOwn = (authorType === 'Freelancer') === (side === 'freelancer')
      const reader = side === 'freelancer' ? clientName : freelancerName
      return isOwn ? `Message to ${reader}` : `Message from ${author}`
    }
    default:
      return `Answer to ${about}`
  }
}

function urlOf({ kind, clientId, ...found }: Found, { side }: Actor) {
  const [projectId, fileId, threadId] = [found.projectId ?? '', found.fileId ?? '', found.threadId ?? '']
  const pages = paths[side]
  switch (kind) {
    case 'client':
      return paths.freelancer.client(clientId)
    case 'file':
      return pages.file(fileId)
    case 'note':
      return pages.note(fileId, threadId)
    case 'feedback':
      return pages.feedback(projectId, threadId)
    case 'request':
      return pages.request(projectId, threadId)
    case 'message':
      return pages.conversation(clientId)
    default:
      return pages.project(projectId)
  }
}
