import { useId } from 'react'
import './Radios.css'

interface Props<T extends string> {
  label: string
  options: readonly { value: T; label: string; hint: string }[]
  value: T | undefined
  onChange: (value: T) => void
}

/** A choice between a few options, each with an explanation. */
export function Radios<T extends string>({ label, options, value, onChange }: Props<T>) {
  const name = useId()
  return (
    <div className="radios" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={value === undefined}
            onChange={() => onChange(option.value)}
          />
          <span>
            <strong>{option.label}</strong>
            <small>{option.hint}</small>
          </span>
        </label>
      ))}
    </div>
  )
}
