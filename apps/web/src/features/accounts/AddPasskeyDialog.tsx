import { useForm } from '../../app/use-form.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { addPasskey } from './factors.queries.ts'

interface Props {
  /** With the recovery codes, if these are the first. */
  onDone: (recoveryCodes: string[] | null) => void
  onClose: () => void
}

export default function AddPasskeyDialog({ onDone, onClose }: Props) {
  const form = useForm({
    empty: { name: '' },
    required: { name: 'Please name it, so that you know it again.' },
    mutation: addPasskey,
    input: ({ name }) => name,
    fallback: 'Failed to add the passkey',
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  return (
    <FormDialog
      title="Add a passkey"
      description="Your browser asks for your fingerprint, face, screen lock or security key. With a passkey you need no password at all."
      form={form}
      action="Continue"
      doing="Waiting for your device..."
      className="form set-up-app"
      onClose={onClose}
    >
      <Field label="Name" hint="Such as MacBook Air, or iPhone." error={form.errors.name}>
        {(field) => (
          <input {...field} {...form.field('name')} className="input" maxLength={60} autoComplete="off" />
        )}
      </Field>
    </FormDialog>
  )
}
