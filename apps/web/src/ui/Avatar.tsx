import './Avatar.css'

/** A round first letter. The name stands beside it, so it is silent. */
export function Avatar({
  name,
  small = false,
  ink = false,
}: {
  name: string
  small?: boolean
  ink?: boolean
}) {
  const letter = [...name.trim()][0]?.toLocaleUpperCase('en-GB') ?? ''
  return (
    <span className={`avatar${ink ? ' avatar--ink' : ''}${small ? ' avatar--sm' : ''}`} aria-hidden="true">
      {letter}
    </span>
  )
}
