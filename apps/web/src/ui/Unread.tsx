import './Unread.css'

/** How many wait to be read. Above 99 nobody counts. */
export function Unread({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <b className="count" role="img" aria-label={`${count} unread`}>
      {count > 99 ? '99+' : count}
    </b>
  )
}
