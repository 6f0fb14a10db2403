import { useForm } from '../../app/use-form.ts'
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
  const { client } = useProjectParties({ id: projectId })
  const form = useForm({
    draft: `ask-review.${file.id}`,
    empty: { message: '', dueDate: '', needsCode: '' },
    mutation: askForReview(file.id),
    input: ({ message, dueDate, needsCode }) => ({
      ...(message.trim() && { message: message.trim() }),
      dueDate: dueDate || null,
      needsCode: needsCode === 'yes',
    }),
    fallback: 'Failed to ask for approval',
    onSuccess: onClose,
  })
  const { values, errors, field, change } = form
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
      form={form}
      action="Ask for approval"
      doing="Asking..."
      className="review-form"
      onClose={onClose}
    >
      <Field label="Message" isOptional error={errors.message}>
        {(props) => (
          <textarea {...props} {...field('message')} className="input" rows={3} maxLength={10_000} />
        )}
      </Field>
      <Field label="Answer by" isOptional error={errors.dueDate}>
        {(props) => <input {...props} {...field('dueDate')} className="input num" type="date" />}
      </Field>
      <label className="review-form__choice">
        <input
          type="checkbox"
          name="needsCode"
          checked={values.needsCode === 'yes'}
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
