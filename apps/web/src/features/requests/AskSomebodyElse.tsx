import { requestLinks, type requests } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { formErrorText } from '../../app/form-errors.ts'
import { Button } from '../../ui/Button.tsx'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { LinkList } from './LinkList.tsx'
import { addLink } from './links.queries.ts'

interface Props {
  request: requests.Request
  /** The people whose names the guest sees, and who else sees the note. */
  description: ReactNode
  onClose: () => void
}

/** Creates and revokes links by which somebody without an account answers the request. */
export default function AskSomebodyElse({ request, description, onClose }: Props) {
  const [note, setNote] = useState('')
  const { mutate, isPending, error, data: link } = useMutation(addLink(request.id))
  const field = useRef<HTMLInputElement>(null)
  const problem = formErrorText(error, ['note'], 'Failed to make a link')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isPending) mutate(note.trim())
  }

  return (
    <Dialog title="Ask somebody else" description={description} initialFocus={field} onClose={onClose}>
      {link ? (
        <div className="form request-dialog" ref={focusCopyButton}>
          <CopyField label="Link" value={link.url} action="Copy Link" copied="Link copied" />
          <p className="hint">
            It works for {requestLinks.LINK_DAYS} days. Copy it now: it is not shown again.
          </p>
        </div>
      ) : (
        <form className="form request-dialog" method="post" noValidate onSubmit={submit}>
          <Field
            label={
              <>
                Who is it for? <span className="muted">(optional)</span>
              </>
            }
            hint="Only the two of you see it."
            error={error?.fields.note}
          >
            {(props) => (
              <input
                {...props}
                ref={field}
                className="input"
                name="note"
                maxLength={200}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
          {problem && <Notice danger>{problem}</Notice>}
          <Button type="submit" look="primary" busy={isPending} busyLabel="Making a link...">
            Make a link
          </Button>
        </form>
      )}
      <LinkList requestId={request.id} />
      <div className="actions">
        <CloseButton>Close</CloseButton>
      </div>
    </Dialog>
  )
}

/** The button that made the link is gone. */
function focusCopyButton(element: HTMLElement | null) {
  element?.querySelector('button')?.focus()
}
