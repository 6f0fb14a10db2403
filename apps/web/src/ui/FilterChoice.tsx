import './Field.css'
import './Filters.css'

interface Props {
  label: string
  value: string | undefined
  /** The text of each value, in their order. */
  options: Record<string, string>
  onChange: (value: string) => void
}

export function FilterChoice({ label, value = '', options, onChange }: Props) {
  return (
    <label className="filters__choice">
      <span className="vh">{label}</span>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {Object.entries(options).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
