import { useId } from 'react'
import './Switch.css'

interface Props {
  label: string
  hint: string
  isOn: boolean
  busy?: boolean
  disabled?: boolean
  onChange: (isOn: boolean) => void
}

/** Something that is on or off, at once when it is pressed. */
export function Switch({ label, hint, isOn, busy = false, disabled = false, onChange }: Props) {
  const id = useId()
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={isOn}
      aria-labelledby={`${id}label`}
      aria-describedby={`${id}hint`}
      aria-busy={busy || undefined}
      // `aria-disabled` instead of `disabled`, so that it can be reached and read.
      aria-disabled={disabled || undefined}
      onClick={busy || disabled ? undefined : () => onChange(!isOn)}
    >
      <span>
        <strong id={`${id}label`}>{label}</strong>
        <small id={`${id}hint`}>{hint}</small>
      </span>
      <i aria-hidden="true" />
    </button>
  )
}
