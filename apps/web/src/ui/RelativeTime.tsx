import { formatDateTime, formatTimeAgo } from './dates.ts'
import { useNow } from './use-now.ts'

/** A relative time that updates; the exact time is in the tooltip and in `dateTime`. */
export function RelativeTime({ instant, className }: { instant: string; className?: string }) {
  // A new item may be younger than the page's clock, which ticks twice a minute.
  const now = Math.max(useNow(), Date.parse(instant))
  return (
    <time className={className} dateTime={instant} title={formatDateTime(instant)}>
      {formatTimeAgo(instant, now)}
    </time>
  )
}
