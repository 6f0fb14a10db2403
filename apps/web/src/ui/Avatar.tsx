import './Avatar.css'

/** Hidden from screen readers, because the name is beside it. */
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
