import { paths, type reviews } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import type { ListedFile } from '../files/files.queries.ts'
import { DisabledInPreview } from '../preview/DisabledInPreview.tsx'
import type { ProjectParties } from '../projects/use-project-parties.ts'
import { type ListedReview, reviewsOfFile } from './reviews.queries.ts'
import { useCode } from './use-code.ts'
import { useGroupDraft } from './use-group-draft.ts'
import './reviews.css'

const ApproveDialog = lazyDialog(() => import('./ApproveDialog.tsx'))
const RequestChangesDialog = lazyDialog(() => import('./RequestChangesDialog.tsx'))

interface Props {
  file: ListedFile
  parties: ProjectParties
  /** What the viewer does not show of the file. */
  omissions: readonly string[]
}

/** The client's two answers to the question about the version on screen. */
export function DecisionBar({ file, parties, omissions }: Props) {
  const { data: all } = useQuery(reviewsOfFile(file.id))
  const [dialog, setDialog] = useState<{ decision: reviews.Decision; review: reviews.Review }>()
  const code = useCode()
  const open = all?.find(({ state, fileId }) => state === 'open' && fileId === file.id)
  useFocusReviewAfter(open !== undefined)

  function start(decision: reviews.Decision, review: reviews.Review) {
    setDialog({ decision, review })
    if (decision === 'approved') code.sendIfNeeded(review)
  }
  const shared = dialog && {
    review: dialog.review,
    file,
    parties,
    omissions,
    code: code.of(dialog.review.id),
    isOver: all !== undefined && dialog.review.id !== open?.id,
    onClose: () => setDialog(undefined),
  }
  return (
    <>
      {open?.group && <DecideTogether review={open} group={open.group} />}
      {open && !open.group && (
        <DisabledInPreview>
          <div className="decide">
            <Button onClick={() => start('changes_requested', open)}>Request changes</Button>
            <Button look="primary" onClick={() => start('approved', open)}>
              Approve
            </Button>
          </div>
        </DisabledInPreview>
      )}
      {shared && dialog.decision === 'approved' && <ApproveDialog {...shared} />}
      {shared && dialog.decision === 'changes_requested' && <RequestChangesDialog {...shared} />}
    </>
  )
}

/** The pressed button disappears. The focus moves to the result, so that a screen reader reads it. */
function useFocusReviewAfter(isAsked: boolean) {
  useEffect(() => {
    if (!isAsked) return
    return () => {
      const isLost = document.activeElement === document.body
      if (isLost) document.querySelector<HTMLElement>('.review')?.focus()
    }
  }, [isAsked])
}

interface TogetherProps {
  review: ListedReview
  group: NonNullable<ListedReview['group']>
}

/** Leads back to the page where the client decides on all files of the question, which remembers that this one was opened. */
function DecideTogether({ review, group }: TogetherProps) {
  const { markOpened } = useGroupDraft(group.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: Once for each file that is opened.
  useEffect(() => markOpened(review.id), [review.id])
  return (
    <div className="decide decide--together">
      <Link className="btn btn--primary" to={paths.client.review(group.id)}>
        {group.kind === 'one' ? `Choose one of ${group.count} files` : `Decide on all ${group.count} files`}
      </Link>
    </div>
  )
}
