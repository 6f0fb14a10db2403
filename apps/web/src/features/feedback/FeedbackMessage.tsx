import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { TextWithLinks } from '../../ui/TextWithLinks.tsx'
import { DisabledInPreview } from '../preview/DisabledInPreview.tsx'
import { useIsBefore } from './deadlines.ts'
import { MessageFields } from './MessageFields.tsx'
import type { MessageForm } from './use-message-form.ts'
import { useToggleFocus } from './use-toggle-focus.ts'

interface Props {
  by: string
  /** Further words beside the time. */
  about?: ReactNode
  message: { message: string; createdAt: string; editedAt: string | null; editableUntil: number }
  /** For its author. */
  edit?: MessageForm | undefined
  onDelete?: () => void
  /** Further buttons. */
  actions?: ReactNode
  /** Between the text and the buttons. */
  children?: ReactNode
}

/** Feedback or a reply; its author can edit and delete it for some minutes. */
export function FeedbackMessage({ by, about, message, edit, onDelete, actions, children }: Props) {
  const { focusRef, toggled } = useToggleFocus()
  const isEditable = useIsBefore(message.editableUntil) && edit !== undefined
  const isSaving = Boolean(edit?.sending)
  return (
    <>
      <header>
        <strong>{by}</strong>
        <span className="small muted">
          {isSaving ? 'Saving...' : <RelativeTime instant={message.createdAt} />}
          {!isSaving && message.editedAt && <span title={formatDateTime(message.editedAt)}>, edited</span>}
        </span>
        {about}
      </header>
      {edit?.isOpen && (
        <MessageFields
          form={{ ...edit, submit: () => submitIfChanged(edit, message.message) }}
          label="Edit"
          submit="Save"
          focusRef={focusRef}
          conflict={edit.conflictWith(message.message)}
        />
      )}
      <p className="soft" data-editing={edit?.isOpen || undefined}>
        <TextWithLinks text={edit?.sending || message.message} />
      </p>
      {children}
      <DisabledInPreview>
        <div className="feedback__acts">
          {actions}
          {isEditable && !edit.isOpen && !isSaving && (
            <>
              <Button
                ref={focusRef}
                look="quiet"
                size="sm"
                onClick={() => {
                  toggled()
                  edit.open(message.message)
                }}
              >
                Edit
              </Button>
              <Button look="danger-quiet" size="sm" onClick={onDelete}>
                Delete
              </Button>
            </>
          )}
        </div>
      </DisabledInPreview>
    </>
  )
}

function submitIfChanged(edit: MessageForm, stored: string) {
  if (edit.message.trim() === stored) edit.cancel()
  else edit.submit()
}

/** One that is on its way. */
export function SendingMessage({ message }: { message: string }) {
  return (
    <>
      <header>
        <strong>You</strong>
        <span className="small muted">Sending...</span>
      </header>
      <p className="soft">
        <TextWithLinks text={message} />
      </p>
    </>
  )
}
