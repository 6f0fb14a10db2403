import type { projects } from '@portico/contract'
import { formatCounts } from '../../ui/count-text.ts'

/** `2 files and 1 piece of feedback`; empty for an empty project. */
export function contentsText({ files, feedback }: projects.Contents) {
  return formatCounts([
    [files, 'file', 'files'],
    [feedback, 'piece of feedback', 'pieces of feedback'],
  ])
}
