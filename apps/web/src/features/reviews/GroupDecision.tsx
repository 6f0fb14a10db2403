import { plural, type reviews } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { ReviewState } from '../files/ReviewBadge.tsx'
import { noteCounts } from '../notes/notes.queries.ts'
import type { ProjectParties } from '../projects/use-project-parties.ts'
import { GroupRow } from './GroupRow.tsx'
import type { ListedGroup, ListedReview } from './reviews.queries.ts'
import { useCode } from './use-code.ts'
import { decisionOf, type GroupForm, useGroupDraft } from './use-group-draft.ts'

const SendDecisionDialog = lazyDialog(() => import('./SendDecisionDialog.tsx'))

interface Props {
  group: ListedGroup
  parties: ProjectParties
}

/** The client's decision on each file, or the choice of one. Nothing counts until all of it is sent. */
export function GroupDecision({ group, parties }: Props) {
  const form = useGroupDraft(group.id)
  const [isSending, setSending] = useState(false)
  const code = useCode()
  const open = group.reviews.filter(({ state }) => state === 'open')
  const decision = decisionOf(group, form.draft)
  const approved = approvedOf(group, form.draft)
  const [first] = open
  if (!first) return null

  function send() {
    setSending(true)
    if (first && approved.length > 0) code.sendIfNeeded(first)
  }
  return (
    <>
      <ul className="group">
        {group.reviews.map((review) => (
          <GroupRow key={review.id} review={review} onOpen={() => form.markOpened(review.id)}>
            {review.state !== 'open' && <ReviewState state={review.state} />}
            {review.state === 'open' && group.kind === 'each' && <Answer review={review} form={form} />}
            {review.state === 'open' && group.kind === 'one' && <Choice review={review} form={form} />}
          </GroupRow>
        ))}
      </ul>
      {group.kind === 'one' && <ChoiceOfNone form={form} />}
      <div className="group__send">
        <p className="small soft" role="status">
          {summaryOf(group, form.draft)} Nothing counts until you send.
        </p>
        <Button look="primary" disabled={!decision} onClick={send}>
          Send decision
        </Button>
      </div>
      {isSending && decision && (
        <SendDecisionDialog
          group={group}
          form={form}
          decision={decision}
          parties={parties}
          approved={approved}
          code={code.of(first.id)}
          onClose={() => setSending(false)}
        />
      )}
    </>
  )
}

export function approvedOf({ kind, reviews }: ListedGroup, draft: GroupForm['draft']) {
  return reviews.filter(({ id, state }) => {
    if (state !== 'open') return false
    return kind === 'one' ? draft.chosen === id : draft.answers[id]?.decision === 'approved'
  })
}

function summaryOf({ kind, reviews }: ListedGroup, draft: GroupForm['draft']) {
  if (kind === 'one') {
    if (draft.chosen === null) return 'None of them.'
    const chosen = reviews.find(({ id, state }) => state === 'open' && id === draft.chosen)
    return chosen ? `${chosen.fileName} is chosen.` : 'Choose one.'
  }
  const open = reviews.filter(({ state }) => state === 'open')
  const count = (decision: reviews.Decision) =>
    open.filter(({ id }) => draft.answers[id]?.decision === decision).length
  const [approved, changes] = [count('approved'), count('changes_requested')]
  const left = open.length - approved - changes
  return left > 0 ? `${plural(left, 'file')} to decide on.` : `${approved} approved, ${changes} to change.`
}

const labels = { approved: 'Approve', changes_requested: 'Request changes' } as const

function Answer({ review, form }: { review: ListedReview; form: GroupForm }) {
  const name = useId()
  const { decision, comment = '' } = form.draft.answers[review.id] ?? {}
  return (
    <>
      <div className="segments" role="radiogroup" aria-label={`Decision on ${review.fileName}`}>
        {(['approved', 'changes_requested'] as const).map((option) => (
          <label key={option}>
            <input
              type="radio"
              name={name}
              checked={option === decision}
              onChange={() => form.answer(review.id, { decision: option })}
            />
            {labels[option]}
          </label>
        ))}
      </div>
      {decision === 'changes_requested' && (
        <Changes
          fileId={review.fileId}
          comment={comment}
          onChange={(text) => form.answer(review.id, { comment: text })}
        />
      )}
    </>
  )
}

/** May be left out where open notes say what should change. */
function Changes({
  fileId,
  comment,
  onChange,
}: {
  fileId: string
  comment: string
  onChange: (text: string) => void
}) {
  const { data: notes } = useQuery(noteCounts(fileId))
  const hasNotes = (notes?.openOfClient ?? 0) > 0
  return (
    <Field
      label={
        <>What should change? {hasNotes && <span className="muted">(optional, you have open notes)</span>}</>
      }
    >
      {(field) => (
        <textarea
          {...field}
          className="input"
          rows={2}
          maxLength={10_000}
          value={comment}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

function Choice({ review, form }: { review: ListedReview; form: GroupForm }) {
  return (
    <label className="group-row__choice">
      <input
        type="radio"
        name="choice"
        aria-label={`Choose ${review.fileName}`}
        checked={form.draft.chosen === review.id}
        onChange={() => form.change({ chosen: review.id })}
      />
      Choose this one
    </label>
  )
}

function ChoiceOfNone({ form: { draft, change } }: { form: GroupForm }) {
  const isNone = draft.chosen === null
  return (
    <div className="group__none">
      <label className="group-row__choice">
        <input type="radio" name="choice" checked={isNone} onChange={() => change({ chosen: null })} />
        None of them
      </label>
      {draft.chosen !== undefined && (
        <Field label={isNone ? 'What should change?' : 'Comment'} isOptional={!isNone}>
          {(field) => (
            <textarea
              {...field}
              className="input"
              rows={2}
              maxLength={10_000}
              value={draft.comment ?? ''}
              onChange={({ target }) => change({ comment: target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
