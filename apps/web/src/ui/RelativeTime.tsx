import { formatDateTime, formatTimeAgo } from './dates.ts'
import { useNow } from './use-now.ts'

/** When something was, in words that stay true; the exact time on hover, and for programs. */
export function RelativeTime({ instant, className }: { instant: string; className?: string }) {
  // What has just been made may be younger than the clock of the page.
  const now = Math.max(useNow(), Date.parse(instant))
  return (
    <time className={className} dateTime={instant} title={formatDateTime(instant)}>
      {formatTimeAgo(instant, now)}
    </time>
  )
}
