import './Unread.css'

/** The number of unread messages, `99+` at most. */
export function Unread({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <b className="count" role="img" aria-label={`${count} unread`}>
      {count > 99 ? '99+' : count}
    </b>
  )
}
