import type { projects } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useDraft } from '../../app/draft.ts'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { passTurn } from './turn.queries.ts'
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
  const message = formErrorText(error, ['note'], 'The turn was not passed')

  return (
    <FormDialog
      title={project.turn === to ? `Remind ${name}` : `Pass the turn to ${name}`}
      description={
        project.turn === to
          ? `It is ${name}’s turn already. A reminder can be sent once a day; the days go on.`
          : `Say what you wait for. It stands first on the project’s page until ${name} does something.`
      }
      action={project.turn === to ? 'Remind' : 'Pass the turn'}
      doing="Sending..."
      busy={isPending}
      problem={message}
      className="pass-turn"
      form={form}
      initialFocus={field}
      onSubmit={() => mutate(draft.note.trim())}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
