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
    fallback: 'Nothing was handed over',
  })
  return (
    <FormDialog
      title={project.turn === to ? `Remind ${name}` : `Hand over to ${name}`}
      description={
        project.turn === to
          ? `It is ${name}’s turn already. You can send one reminder a day.`
          : `Say what you are waiting for. Your note is at the top of the project’s page until ${name} does something.`
      }
      form={form}
      action={project.turn === to ? 'Remind' : 'Hand over'}
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
