import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { Icon } from '../../ui/Icon.tsx'
import '../../ui/Drop.css'
import '../../ui/Field.css'

interface Props {
  label: string
  optional?: boolean
  invitation: string
  button: string
  accept?: string
  error?: string | undefined
  onChoose: (file: File) => void
}

export function ChooseFile({ label, optional, invitation, button, accept, error, onChoose }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <fieldset>
      <legend className="label">
        {label} {optional && <span className="muted">(optional)</span>}
      </legend>
      <div className="drop">
        <Icon name="folder" />
        <p>{invitation}</p>
        <Button onClick={() => picker.current?.click()}>{button}</Button>
        <FilePicker
          ref={picker}
          accept={accept}
          aria-label={label}
          onFiles={([file]) => file && onChoose(file)}
        />
      </div>
      {error && (
        <p className="late small" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
