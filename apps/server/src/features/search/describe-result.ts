import type { search } from '@portico/contract'
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

function titleOf(row: Found, { role }: Actor) {
  const { kind, isReply, about, authorType, noteNumber, clientName, freelancerName, title } = row
  if (title !== null) return title
  const author = authorType === 'Freelancer' ? freelancerName : clientName
  switch (kind) {
    case 'feedback':
      return isReply ? `Reply from ${author}` : `Feedback from ${author}`
    case 'note':
      return isReply ? `Reply to note ${noteNumber} on ${about}` : `Note ${noteNumber} on ${about}`
    case 'message': {
      const isOwn = (authorType === 'Freelancer') === (role === 'freelancer')
      const reader = role === 'freelancer' ? clientName : freelancerName
      return isOwn ? `Message to ${reader}` : `Message from ${author}`
    }
    default:
      return `Answer to ${about}`
  }
}

function urlOf({ kind, clientId, projectId, threadId, fileId }: Found, { role }: Actor) {
  const area = role === 'client' ? '/client-dashboard' : ''
  switch (kind) {
    case 'client':
      return `/clients/${clientId}`
    case 'file':
      return `${area}/files/${fileId}`
    case 'note':
      return `${area}/files/${fileId}?note=${threadId}`
    case 'feedback':
      return `${area}/projects/${projectId}#feedback-${threadId}`
    case 'request':
      return `${area}/projects/${projectId}/requests#request-${threadId}`
    case 'message':
      return role === 'client' ? `${area}/chat` : `/chat?client=${clientId}`
    default:
      return `${area}/projects/${projectId}`
  }
}
