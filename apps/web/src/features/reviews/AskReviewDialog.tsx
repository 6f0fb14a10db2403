import { plural, reviews } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from '../../app/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { DateInput } from '../../ui/DateInput.tsx'
import { Fact } from '../../ui/Fact.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { filesOf } from '../files/files.queries.ts'
import { mayAskForReview } from '../files/may-ask-for-review.ts'
import { useProjectParties } from '../projects/use-project-parties.ts'
import { askAbout } from './reviews.queries.ts'
import './reviews.css'

interface AskedFile {
  id: string
  fileName: string
  version: number
}

interface Props {
  /** The newest versions of the files, of which some more can be added. */
  files: [AskedFile, ...AskedFile[]]
  projectId: string
  onClose: () => void
}

/** Asks the client whether the newest version of a file may be used; of several, whether each may, or which one. */
export default function AskReviewDialog({ files: given, projectId, onClose }: Props) {
  const { client } = useProjectParties({ id: projectId })
  const [files, setFiles] = useState<AskedFile[]>(given)
  const isOne = files.length < 2
  const form = useForm({
    draft: `ask-review.${given[0].id}`,
    empty: { message: '', dueDate: '', needsCode: '', kind: 'each' },
    mutation: askAbout(projectId),
    input: ({ message, dueDate, needsCode, kind }) => ({
      fileIds: files.map(({ id }) => id),
      kind: isOne ? 'each' : (kind as reviews.GroupKind),
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
      title={`Ask ${client} to approve${isOne ? '' : ` ${plural(files.length, 'file')}`}`}
      hasDetails
      description={
        <dl className="kv review-form__file">
          {files.map(({ id, fileName, version }) => (
            <Fact key={id} name={files.length > 1 ? `Version ${version}` : 'File'}>
              {fileName}
            </Fact>
          ))}
          {files.length === 1 && <Fact name="Version">{files[0]?.version}</Fact>}
        </dl>
      }
      form={form}
      action="Ask for approval"
      doing="Asking..."
      className="review-form"
      onClose={onClose}
    >
      <MoreFiles projectId={projectId} first={given[0]} chosen={files} onChoose={setFiles} />
      {!isOne && (
        <fieldset className="review-form__kinds">
          <legend className="label">What {client} decides</legend>
          <Kind form={form} kind="each" label="Each file" hint="Approve it, or ask for changes." />
          <Kind form={form} kind="one" label="A or B" hint="Choose one of them, or none." />
        </fieldset>
      )}
      <Field label="Message" isOptional error={errors.message}>
        {(props) => (
          <textarea {...props} {...field('message')} className="input" rows={3} maxLength={10_000} />
        )}
      </Field>
      <Field label="Answer by" isOptional error={errors.dueDate}>
        {(props) => <DateInput {...props} {...field('dueDate')} />}
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
            {client} enters six digits to approve. The receipt says so.
          </span>
        </span>
      </label>
    </FormDialog>
  )
}

interface KindProps {
  form: { values: { kind: string }; change: (part: { kind: string }) => void }
  kind: reviews.GroupKind
  label: string
  hint: string
}

function Kind({ form, kind, label, hint }: KindProps) {
  return (
    <label className="review-form__choice">
      <input
        type="radio"
        name="kind"
        checked={form.values.kind === kind}
        onChange={() => form.change({ kind })}
      />
      <span>
        {label}
        <span className="small muted review-form__hint">{hint}</span>
      </span>
    </label>
  )
}

interface MoreFilesProps {
  projectId: string
  first: AskedFile
  chosen: AskedFile[]
  onChoose: (files: AskedFile[]) => void
}

/** Other files of the project, folded until somebody wants to ask about several. */
function MoreFiles({ projectId, first, chosen, onChoose }: MoreFilesProps) {
  const [isOpen, setOpen] = useState(chosen.length > 1)
  const query = useInfiniteQuery({ ...filesOf(projectId), enabled: isOpen })
  const others = (query.data?.pages.flatMap(({ items }) => items) ?? []).filter(
    (file) => file.id !== first.id && mayAskForReview(file),
  )
  if (!isOpen) {
    return (
      <Button look="quiet" size="sm" className="review-form__more" onClick={() => setOpen(true)}>
        Ask about more files
      </Button>
    )
  }
  const isFull = chosen.length >= reviews.MAX_GROUP_SIZE
  const isChosen = (id: string) => chosen.some((file) => file.id === id)
  return (
    <fieldset className="review-form__files">
      <legend className="label">More files</legend>
      {query.isSuccess && others.length === 0 && (
        <p className="small soft">No other file of this project can be asked about.</p>
      )}
      {others.map((file) => (
        <label key={file.id} className="review-form__choice">
          <input
            type="checkbox"
            checked={isChosen(file.id)}
            disabled={isFull && !isChosen(file.id)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, file] : chosen.filter(({ id }) => id !== file.id))
            }
          />
          <span>{file.fileName}</span>
        </label>
      ))}
      <MoreRows query={query} />
    </fieldset>
  )
}
