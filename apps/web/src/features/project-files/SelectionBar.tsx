import { bin, files as contract, plural, reviews, type sections } from '@portico/contract'
import { type InfiniteData, type UseInfiniteQueryResult, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError, Page } from '../../app/api.ts'
import { areaOnScreen } from '../../app/session.ts'
import { MAX_ROWS_AT_ONCE, useLoadAllRows } from '../../app/use-load-all-rows.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { removeFiles } from '../files/change-files.queries.ts'
import { type ListedFile, zipLink } from '../files/files.queries.ts'
import { mayAskForReview } from '../files/may-ask-for-review.ts'
import { mayChange } from '../files/may-change.ts'
import { moveFiles } from '../files/sections.queries.ts'

const AskReviewDialog = lazyDialog(() => import('../reviews/AskReviewDialog.tsx'))

type FileListQuery = UseInfiniteQueryResult<InfiniteData<Page<ListedFile[]>>, ApiError>

interface Props {
  projectId: string
  selected: ListedFile[]
  /** How many are on the page. */
  listed: number
  query: FileListQuery
  isReadOnly: boolean
  sections: sections.Section[]
  onSelect: (ids: string[]) => void
  onDone: () => void
}

const NO_SECTION = 'none'

/** What can be done with several files at once. */
export function SelectionBar(props: Props) {
  const { projectId, selected, listed, query, isReadOnly, sections, onSelect, onDone } = props
  const [isDeleting, setDeleting] = useState(false)
  const [isAskingReview, setAskingReview] = useState(false)
  const fileIds = selected.map(({ id }) => id)
  const zip = useMutation(zipLink(projectId, 'newest', fileIds))
  const move = useMutation(moveFiles(projectId))
  const deletable = selected.filter(mayChange)
  const remove = useMutation(removeFiles(deletable))
  const { isLoading, loadAll } = useLoadAllRows(query, (all) => onSelect(all.map(({ id }) => id)))
  const isFreelancer = areaOnScreen() === 'freelancer'
  const askable = selected.filter(mayAskForReview)
  const [firstAsked, ...othersAsked] = askable
  const isEmpty = selected.length === 0
  const isTooMany = selected.length > contract.MAX_ZIPPED_FILES

  return (
    <section className="selection" aria-label="Selected files">
      <p role="status">
        {isEmpty
          ? 'Select files'
          : `${plural(selected.length, 'file')} selected${selected.length >= MAX_ROWS_AT_ONCE ? ', the most at once' : ''}`}
      </p>
      <div className="selection__acts">
        {(query.hasNextPage || isLoading || selected.length < listed) && (
          <Button look="quiet" size="sm" busy={isLoading} busyLabel="Loading..." onClick={loadAll}>
            {query.hasNextPage ? 'Select all that match' : `Select all ${listed}`}
          </Button>
        )}
        <Button
          size="sm"
          busy={zip.isPending}
          disabled={isEmpty || isTooMany}
          title={isTooMany ? `At most ${contract.MAX_ZIPPED_FILES} files at once` : undefined}
          onClick={() => zip.mutate()}
        >
          Download
        </Button>
        {!isReadOnly && isFreelancer && (
          <Button
            size="sm"
            disabled={askable.length === 0 || askable.length > reviews.MAX_GROUP_SIZE}
            title={
              askable.length > reviews.MAX_GROUP_SIZE
                ? `At most ${reviews.MAX_GROUP_SIZE} files at once`
                : undefined
            }
            onClick={() => setAskingReview(true)}
          >
            Ask for approval
          </Button>
        )}
        {!isReadOnly && isFreelancer && sections.length > 0 && (
          <label>
            <span className="vh">Move to section</span>
            <select
              className="input"
              value=""
              disabled={isEmpty || move.isPending}
              onChange={({ target }) => {
                const sectionId = target.value === NO_SECTION ? null : target.value
                move.mutate({ fileIds, sectionId }, { onSuccess: onDone })
              }}
            >
              <option value="" disabled>
                Move to …
              </option>
              {sections.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              <option value={NO_SECTION}>No section</option>
            </select>
          </label>
        )}
        {!isReadOnly && (
          <Button
            look="danger-quiet"
            size="sm"
            disabled={deletable.length === 0}
            onClick={() => setDeleting(true)}
          >
            Delete
          </Button>
        )}
        <Button look="quiet" size="sm" onClick={onDone}>
          Done
        </Button>
      </div>
      {isAskingReview && firstAsked && (
        <AskReviewDialog
          files={[firstAsked, ...othersAsked]}
          projectId={projectId}
          onClose={() => setAskingReview(false)}
        />
      )}
      {isDeleting && (
        <ConfirmDialog
          heading={`Delete ${plural(deletable.length, 'file')}`}
          question={`Are you sure you want to delete ${plural(deletable.length, 'file')}?`}
          loss={lossText(selected.length - deletable.length)}
          keep="Keep files"
          confirm="Delete Files"
          busyLabel="Deleting..."
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSettled: () => setDeleting(false),
              onSuccess: (kept) => kept.length === 0 && onDone(),
            })
          }
          onClose={() => setDeleting(false)}
        />
      )}
    </section>
  )
}

function lossText(kept: number) {
  const who = areaOnScreen() === 'freelancer' ? 'You can bring them' : 'Your freelancer can bring them'
  return [
    'They go at once with all their versions, notes included, for both sides.',
    kept > 0 && `${plural(kept, 'file')} of your freelancer’s ${kept === 1 ? 'stays' : 'stay'}.`,
    `${who} back for ${bin.BIN_DAYS} days.`,
  ]
    .filter(Boolean)
    .join(' ')
}
