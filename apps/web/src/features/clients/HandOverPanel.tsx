import { type clients, isBlank } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useForm } from '../../app/use-form.ts'
import { Field } from '../../ui/Field.tsx'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { LoadFailed } from '../../ui/States.tsx'
import { toast } from '../../ui/toast.ts'
import { MemberSelect } from './MemberSelect.tsx'
import { colleagues, handOver } from './team.queries.ts'
import './clients.css'

interface Props {
  client: clients.ClientDetail
  /** Navigates away from the page of the client, whom one does not see afterwards. */
  leave: (() => Promise<void>) | undefined
  onClose: () => void
}

/** Another member leads the client from then on. */
export default function HandOverPanel({ client, leave, onClose }: Props) {
  const { firstName, lead } = client
  const { data, error, refetch } = useQuery(colleagues)
  const others = data?.filter(({ id }) => id !== lead.id)
  const only = others?.length === 1 ? others[0] : undefined
  const form = useForm({
    draft: `hand-over.${client.id}`,
    empty: { to: only?.id ?? '', note: '', sentence: '' },
    required: { to: 'Choose who takes over.' },
    mutation: handOver(client.id, leave),
    input: ({ to, note, sentence }) => ({
      to,
      ...(!isBlank(note) && { note }),
      ...(!isBlank(sentence) && { sentence }),
    }),
    fallback: 'Nothing was handed over',
    onSuccess: ({ lead }) => {
      toast.success(`${lead.name} looks after ${firstName} now`)
      onClose()
    },
  })
  const chosen = others?.find(({ id }) => id === form.values.to)?.name.split(' ')[0]
  return (
    <FormPanel
      heading={`Give ${firstName} to ${chosen ?? 'somebody else'}`}
      lead={
        <p className="soft new-client__lead">
          They take the place of {lead.name}, who does not work with {firstName} any more. Nobody else
          changes.
        </p>
      }
      action="Hand over"
      doing="Handing over..."
      form={form}
      onClose={onClose}
    >
      {error && !data && <LoadFailed title="Your team did not load" error={error} onRetry={refetch} />}
      <MemberSelect
        label="To"
        members={others}
        value={form.values.to}
        error={form.errors.to}
        onChange={(to) => form.change({ to })}
      />
      <Field
        label={`Note for ${chosen ?? 'them'}`}
        isOptional
        hint={`Only ${chosen ?? 'they'} can read it.`}
        error={form.errors.note}
      >
        {(field) => <textarea {...field} {...form.field('note')} className="input" rows={3} />}
      </Field>
      <Field
        label={`Sentence for ${firstName}`}
        isOptional
        hint={`With one, ${firstName} is notified of the change. Without, nothing is sent.`}
        error={form.errors.sentence}
      >
        {(field) => <textarea {...field} {...form.field('sentence')} className="input" rows={2} />}
      </Field>
    </FormPanel>
  )
}
