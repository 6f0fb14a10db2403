import type { projects } from '@portico/contract'
import { useForm } from '../../app/use-form.ts'
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
  const form = useForm({
    draft: `${to === 'client' ? '' : 'client.'}pass-turn.${project.id}`,
    empty: { note: '' },
    mutation: passTurn(project, to, name, onClose),
    input: ({ note }) => note.trim(),
    fallback: 'The turn was not passed',
  })
  return (
    <FormDialog
      title={project.turn === to ? `Remind ${name}` : `Pass the turn to ${name}`}
      description={
        project.turn === to
          ? `It is ${name}’s turn already. A reminder can be sent once a day; the days go on.`
          : `Say what you wait for. It stands first on the project’s page until ${name} does something.`
      }
      form={form}
      action={project.turn === to ? 'Remind' : 'Pass the turn'}
      doing="Sending..."
      className="pass-turn"
      onClose={onClose}
    >
      <Field label="Your note" isOptional error={form.errors.note}>
        {(field) => (
          <textarea
            {...field}
            {...form.field('note')}
            className="input"
            rows={3}
            maxLength={MAX_NOTE_LENGTH}
          />
        )}
      </Field>
    </FormDialog>
  )
}
