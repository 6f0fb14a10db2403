import { useId } from 'react'
import './Segments.css'

interface Props<T extends string> {
  label: string
  options: readonly T[]
  /** How many there are of each, where that is known. */
  counts?: Partial<Record<T, number>> | undefined
  value: T
  onChange: (value: T) => void
}

/** A choice between a few options: radio buttons, so the arrow keys move through them. */
export function Segments<T extends string>({ label, options, counts, value, onChange }: Props<T>) {
  const name = useId()
  return (
    <div className="segments" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          {option}
          {counts?.[option] !== undefined && (
            <>
              {' '}
              <span className="num">{counts[option]}</span>
            </>
          )}
        </label>
      ))}
    </div>
  )
}
