import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useDraft } from '../../app/draft.ts'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { Fact } from '../../ui/Fact.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useProjectParties } from '../projects/use-project-parties.ts'
import { askForReview } from './reviews.queries.ts'
import './reviews.css'

interface Props {
  file: { id: string; fileName: string; version: number }
  projectId: string
  onClose: () => void
}

/** Asks the client whether the newest version of a file may be used. */
export default function AskReviewDialog({ file, projectId, onClose }: Props) {
  const { draft, change, clearDraft } = useDraft(`ask-review.${file.id}`, {
    message: '',
    dueDate: '',
    needsCode: '',
  })
  const { mutate, isPending, error } = useMutation(askForReview(file.id))
  const { client } = useProjectParties({ id: projectId })
  const form = useFocusFirstError(error)
  const field = useRef<HTMLTextAreaElement>(null)
  const problem = formErrorText(error, ['message', 'dueDate'], 'Failed to ask for approval')

  function submit() {
    const message = draft.message.trim()
    mutate(
      { ...(message && { message }), dueDate: draft.dueDate || null, needsCode: draft.needsCode === 'yes' },
      {
        onSuccess: () => {
          clearDraft()
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      title={`Ask ${client} to approve`}
      hasDetails
      description={
        <dl className="kv review-form__file">
          <Fact name="File">{file.fileName}</Fact>
          <Fact name="Version">{file.version}</Fact>
        </dl>
      }
      action="Ask for approval"
      doing="Asking..."
      busy={isPending}
      problem={problem}
      className="review-form"
      form={form}
      initialFocus={field}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={<Optional>Message</Optional>} error={error?.fields.message}>
        {(props) => (
          <textarea
            {...props}
            ref={field}
            className="input"
            name="message"
            rows={3}
            maxLength={10_000}
            value={draft.message}
            onChange={(event) => change({ message: event.target.value })}
          />
        )}
      </Field>
      <Field label={<Optional>Answer by</Optional>} error={error?.fields.dueDate}>
        {(props) => (
          <input
            {...props}
            className="input num"
            type="date"
            name="dueDate"
            value={draft.dueDate}
            onChange={(event) => change({ dueDate: event.target.value })}
          />
        )}
      </Field>
      <label className="review-form__choice">
        <input
          type="checkbox"
          name="needsCode"
          checked={draft.needsCode === 'yes'}
          onChange={(event) => change({ needsCode: event.target.checked ? 'yes' : '' })}
        />
        <span>
          Ask for a code by email
          <span className="small muted review-form__hint">
            {client} enters six digits with the decision. The receipt says so.
          </span>
        </span>
      </label>
    </FormDialog>
  )
}

function Optional({ children }: { children: string }) {
  return (
    <>
      {children} <span className="muted">(optional)</span>
    </>
  )
}
