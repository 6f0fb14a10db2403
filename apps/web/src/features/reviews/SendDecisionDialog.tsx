import { durationInWords, reviews } from '@portico/contract'
import { useRef, useState } from 'react'
import { useForm } from '../../app/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Fact } from '../../ui/Fact.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { formatFileSize } from '../files/file-size.ts'
import type { ProjectParties } from '../projects/use-project-parties.ts'
import { CodeField, codeText } from './CodeField.tsx'
import { decideTogether, type ListedGroup, type ListedReview } from './reviews.queries.ts'
import type { CodeSending } from './use-code.ts'
import type { GroupForm } from './use-group-draft.ts'
import './reviews.css'

interface Props {
  group: ListedGroup
  form: GroupForm
  decision: reviews.GroupDecision
  parties: ProjectParties
  /** Those of the group that are approved, or the one that is chosen. */
  approved: ListedReview[]
  code: CodeSending
  onClose: () => void
}

/** Names what is approved, once, before anything counts. The focus starts on the button that closes it. */
export default function SendDecisionDialog(props: Props) {
  const { group, form: draft, decision, approved, code: sending, onClose } = props
  const open = group.reviews.filter(({ state }) => state === 'open')
  const needsCode = approved.length > 0 && open.some((review) => review.needsCode)
  const safe = useRef<HTMLButtonElement>(null)
  // Not a field of the form, whose draft would be stored.
  const [code, setCode] = useState('')
  const form = useForm({
    empty: {},
    mutation: decideTogether(group.id),
    input: () => ({ ...decision, ...(needsCode && { code }) }),
    fallback: 'The decision was not sent',
    otherFields: ['code'],
    onSuccess: () => {
      draft.clearDraft()
      onClose()
      document.querySelector('h1')?.focus()
    },
  })
  const others = open.filter((review) => !approved.includes(review))
  const unseen = approved.filter(({ id }) => !draft.draft.opened.includes(id))
  const isChoice = group.kind === 'one'
  return (
    <Dialog
      alert
      title={needsCode ? 'Enter the code' : 'Send your decision?'}
      hasDetails
      description={
        <>
          <p>{needsCode ? codeText(sending) : consequence(props)}</p>
          <dl className="kv review-form__file">
            {approved.length > 0 && (
              <Fact name={isChoice ? 'Chosen' : 'Approved'}>
                <Names of={approved} />
              </Fact>
            )}
            {others.length > 0 && (
              <Fact name={isChoice && approved.length > 0 ? 'Not chosen' : 'To change'}>
                <Names of={others} />
              </Fact>
            )}
          </dl>
          {unseen.length > 0 && (
            <Notice>You have not opened {unseen.map(({ fileName }) => fileName).join(', ')} here.</Notice>
          )}
        </>
      }
      busy={form.busy}
      initialFocus={safe}
      onClose={onClose}
    >
      <div ref={form.ref} className="review-form">
        {needsCode && <CodeField sending={sending} code={code} onChange={setCode} error={form.errors.code} />}
        {(form.problem ?? form.errors.comment) && (
          <Notice danger>{form.errors.comment ?? form.problem}</Notice>
        )}
      </div>
      <div className="actions">
        <CloseButton ref={safe}>Not yet</CloseButton>
        <Button
          look="primary"
          disabled={needsCode && code.length < reviews.CODE_DIGITS}
          busy={form.busy}
          busyLabel="Sending..."
          onClick={() => form.submit()}
        >
          Send decision
        </Button>
      </div>
    </Dialog>
  )
}

function consequence({ approved, parties }: Props) {
  const undo = `You can take it back within ${durationInWords(reviews.UNDO_SECONDS)}.`
  return approved.length > 0
    ? `${parties.freelancer} will use exactly what you approve here. ${undo}`
    : `${parties.freelancer} gets what you write. ${undo}`
}

function Names({ of }: { of: readonly ListedReview[] }) {
  return (
    <ul className="group__names">
      {of.map(({ id, fileName, version, size }) => (
        <li key={id}>
          <strong>{fileName}</strong>, version {version}, {formatFileSize(size)}
        </li>
      ))}
    </ul>
  )
}
