import type { projects } from '@portico/contract'
import { formatCounts } from '../../ui/count-text.ts'

/** `2 files, 1 request and 1 piece of feedback`; empty for an empty project. */
export function contentsText({ files, requests, feedback }: projects.Contents) {
  return formatCounts([
    [files, 'file', 'files'],
    [requests, 'request', 'requests'],
    [feedback, 'piece of feedback', 'pieces of feedback'],
  ])
}
