import { guestLinks, type requests } from '@portico/contract'
import { type ReactNode, useRef } from 'react'
import { useForm } from '../../app/use-form.ts'
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
  const form = useForm({
    empty: { note: '', message: '', email: '' },
    mutation: addLink(request.id),
    input: ({ note, message, email }): guestLinks.NewLink => ({
      ...(note.trim() && { note }),
      ...(message.trim() && { message }),
      ...(email.trim() && { email: email.trim() }),
    }),
    fallback: 'Failed to make a link',
  })
  const link = form.result
  const field = useRef<HTMLInputElement>(null)

  return (
    <Dialog title="Ask somebody else" description={description} initialFocus={field} onClose={onClose}>
      {link ? (
        <div className="form request-dialog" ref={focusCopyButton}>
          {link.email && <Notice>{mailedText(link.emailStatus, link.email)}</Notice>}
          <CopyField label="Link" value={link.url} action="Copy Link" copied="Link copied" />
          <ShareButton title={request.title} url={link.url} />
          <p className="hint">
            It works for {guestLinks.LINK_DAYS} days. Copy it now: it is not shown again.
          </p>
        </div>
      ) : (
        <form className="form request-dialog" method="post" noValidate ref={form.ref} onSubmit={form.submit}>
          <Field
            label="Who is it for?"
            isOptional
            hint="Only the two of you see it."
            error={form.errors.note}
          >
            {(props) => (
              <input {...props} {...form.field('note')} ref={field} className="input" maxLength={200} />
            )}
          </Field>
          <Field label="Message to them" isOptional error={form.errors.message}>
            {(props) => (
              <textarea
                {...props}
                {...form.field('message')}
                className="input"
                rows={3}
                maxLength={guestLinks.MAX_MESSAGE_LENGTH}
              />
            )}
          </Field>
          <Field
            label="Their email"
            isOptional
            hint="Portico mails them the link. Without it you pass the link on yourself."
            error={form.errors.email}
          >
            {(props) => (
              <input {...props} {...form.field('email')} className="input" type="email" autoComplete="off" />
            )}
          </Field>
          {form.problem && <Notice danger>{form.problem}</Notice>}
          <Button type="submit" look="primary" busy={form.busy} busyLabel="Making a link...">
            {form.values.email.trim() ? 'Make and mail a link' : 'Make a link'}
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

/** The sheet of a phone, where it has one. */
function ShareButton({ title, url }: { title: string; url: string }) {
  if (typeof navigator.share !== 'function') return null
  return (
    <Button
      onClick={() => {
        // Closing the sheet is an error, too.
        navigator.share({ title, url }).catch(() => {})
      }}
    >
      Share...
    </Button>
  )
}

function mailedText(status: string, email: string) {
  if (status === 'queued') return `The link is on its way to ${email}.`
  if (status === 'limited')
    return `Too many emails were sent lately, so this one was not. Pass the link on yourself.`
  return `No email was sent, because the freelancer’s own address is not confirmed yet. Pass the link on yourself.`
}

/** The button that made the link is gone. */
function focusCopyButton(element: HTMLElement | null) {
  element?.querySelector('button')?.focus()
}
