import { members } from '@portico/contract'
import { withPlansText } from '../../app/plans.tsx'
import { useForm } from '../../app/use-form.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { transferWorkspace } from './members.queries.ts'

interface Props {
  /** Those who may become the owner. */
  heirs: readonly members.Member[]
  /** Chosen when the dialog opens. */
  initial?: string
  email: string
  onClose: () => void
}

export default function TransferDialog({ heirs, initial, email, onClose }: Props) {
  const form = useForm({
    empty: { to: initial ?? heirs[0]?.id ?? '', password: '' },
    required: { password: members.transfer.config.whenBlank ?? '' },
    mutation: transferWorkspace,
    input: (values) => values,
    fallback: 'The workspace was not handed over',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title="Hand the workspace over"
      hasDetails
      description={
        <>
          <p>
            The new owner {withPlansText('has the plan, and ')}is the only one who can hand the workspace on
            or close it.
          </p>
          <div className="loss">
            You stay as an admin.
            {withPlansText(' The card of the plan stays too, until the new owner changes it.')}
          </div>
        </>
      }
      form={form}
      action="Hand Over"
      doing="Handing over..."
      className="form"
      onClose={onClose}
    >
      <Field label="New owner" error={form.errors.to}>
        {(props) => (
          <select {...props} {...form.field('to')} className="input">
            {heirs.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {/* Tells password managers whose password it is. */}
      <input hidden readOnly autoComplete="username" value={email} />
      <Field label="Your password" error={form.errors.password}>
        {(props) => (
          <input
            {...props}
            {...form.field('password')}
            className="input"
            type="password"
            autoComplete="current-password"
          />
        )}
      </Field>
    </FormDialog>
  )
}
