import type { search } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import { excerptOf, markedTitle } from './excerpt.ts'
import type { Found } from './search.repository.ts'

/** What was found, as the contract shows it. */
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

function excerptIn({ title: ownTitle, body }: Found, title: string, words: string[]) {
  const inBody = body ? excerptOf(body, words) : []
  if (ownTitle === null || inBody.some(([, isMatch]) => isMatch)) return inBody
  return markedTitle(title, words)
}

function titleOf(row: Found, { role }: Actor) {
  const { kind, isReply, authorType, noteNumber, fileName, title } = row
  const author = authorType === 'Freelancer' ? row.freelancerName : row.clientName
  if (kind === 'feedback') return isReply ? `Reply from ${author}` : `Feedback from ${author}`
  if (kind === 'note')
    return isReply ? `Reply to note ${noteNumber} on ${fileName}` : `Note ${noteNumber} on ${fileName}`
  if (kind === 'message') {
    const isOwn = (authorType === 'Freelancer') === (role === 'freelancer')
    return isOwn
      ? `Message to ${role === 'freelancer' ? row.clientName : row.freelancerName}`
      : `Message from ${author}`
  }
  return title ?? ''
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
    case 'message':
      return role === 'client' ? `${area}/chat` : `/chat?client=${clientId}`
    default:
      return `${area}/projects/${projectId}`
  }
}
