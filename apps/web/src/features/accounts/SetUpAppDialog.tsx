import { factors, type Output } from '@portico/contract'
import { encode } from 'uqr'
import { useForm } from '../../app/use-form.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { confirmApp } from './factors.queries.ts'
import './factors.css'

interface Props {
  setUp: Output<typeof factors.startApp>
  /** With the recovery codes, if these are the first. */
  onDone: (recoveryCodes: string[] | null) => void
  onClose: () => void
}

export default function SetUpAppDialog({ setUp, onDone, onClose }: Props) {
  const form = useForm({
    empty: { code: '' },
    required: { code: factors.confirmApp.config.whenBlank ?? '' },
    mutation: confirmApp,
    input: ({ code }) => ({ challenge: setUp.challenge, code }),
    fallback: 'Failed to set up the app',
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  return (
    <FormDialog
      title="Set up your app"
      description="Scan this with your authenticator app, then enter the six digits that it shows."
      form={form}
      action="Confirm"
      doing="Confirming..."
      className="form set-up-app"
      onClose={onClose}
    >
      <QrCode text={setUp.uri} />
      <p className="small soft">
        Cannot scan? Enter this key: <span className="app-key">{inGroups(setUp.secret)}</span>
      </p>
      <Field label="Code" error={form.errors.code}>
        {(field) => (
          <input
            {...field}
            {...form.field('code')}
            className="input input--code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
          />
        )}
      </Field>
    </FormDialog>
  )
}

/** Drawn here, so that the secret goes to nobody else. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 0 })
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="Code for your authenticator app"
    >
      <path d={squares.join('')} />
    </svg>
  )
}

const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret
