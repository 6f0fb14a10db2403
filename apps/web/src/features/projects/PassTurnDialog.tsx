import { Dialog } from '@base-ui/react/dialog'
import type { projects } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef } from 'react'
import { useDraft } from '../../app/draft.ts'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { useCloseOnBack } from '../../ui/use-close-on-back.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { passTurn } from './turn.queries.ts'
import '../../ui/ConfirmDialog.css'
import '../../ui/Panel.css'
import './Turn.css'

const MAX_NOTE_LENGTH = 500

interface Props {
  project: projects.Project
  to: projects.Side
  name: string
  onClose: () => void
}

export default function PassTurnDialog({ project, to, name, onClose }: Props) {
  const area = to === 'client' ? '' : 'client.'
  const { draft, change, clearDraft } = useDraft(`${area}pass-turn.${project.id}`, { note: '' })
  const { mutate, isPending, error } = useMutation(
    passTurn(project, to, name, () => {
      clearDraft()
      onClose()
    }),
  )
  const form = useFocusFirstError(error)
  const field = useRef<HTMLTextAreaElement>(null)
  const returnFocus = useReturnFocus()
  useCloseOnBack(() => isPending || onClose())
  const message = formErrorText(error, ['note'], 'The turn was not passed')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending) return
    mutate(draft.note.trim())
  }

  return (
    <Dialog.Root open onOpenChange={(open) => open || isPending || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog" initialFocus={field} finalFocus={returnFocus}>
          <Dialog.Title>{project.turn === to ? `Remind ${name}` : `Pass the turn to ${name}`}</Dialog.Title>
          <Dialog.Description>
            {project.turn === to
              ? `It is ${name}’s turn already. A reminder can be sent once a day; the days go on.`
              : `Say what you wait for. It stands first on the project’s page until ${name} does something.`}
          </Dialog.Description>
          <form ref={form} className="pass-turn" method="post" noValidate onSubmit={submit}>
            <Field
              label={
                <>
                  Your note <span className="muted">(optional)</span>
                </>
              }
              error={error?.fields.note}
            >
              {(props) => (
                <textarea
                  {...props}
                  ref={field}
                  className="input"
                  name="note"
                  rows={3}
                  maxLength={MAX_NOTE_LENGTH}
                  value={draft.note}
                  onChange={(event) => change({ note: event.target.value })}
                />
              )}
            </Field>
            {message && <Note danger>{message}</Note>}
            <div className="actions">
              <Dialog.Close className="btn btn--secondary">Cancel</Dialog.Close>
              <Button type="submit" look="primary" busy={isPending} busyLabel="Sending...">
                {project.turn === to ? 'Remind' : 'Pass the turn'}
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
