import './Badge.css'

/** One palette for project status everywhere: Pending blue, In Progress yellow, Completed green, other grey. */
const tones: Record<string, 'pending' | 'progress' | 'done'> = {
  Pending: 'pending',
  'In Progress': 'progress',
  Completed: 'done',
}

export function StatusBadge({ status }: { status: string }) {
  return (
    <span className="badge" data-tone={tones[status]}>
      <StatusGlyph status={status} />
      {status}
    </span>
  )
}

/** ACTIVE green, PAST_DUE yellow, anything else red. */
export function SubscriptionBadge({ status }: { status: string }) {
  const word = status.toUpperCase()
  const tone = word === 'ACTIVE' ? 'done' : word === 'PAST_DUE' ? 'progress' : 'red'
  return (
    <span className="badge badge--caps" data-tone={tone}>
      {word}
    </span>
  )
}

/** The glyph fills with progress. In a select it is shown before the chosen option. */
export function StatusGlyph({ status, inSelect = false }: { status: string; inSelect?: boolean }) {
  const tone = tones[status] ?? 'other'
  return (
    <svg className={inSelect ? `badge-glyph tone-${tone}` : undefined} viewBox="0 0 16 16" aria-hidden="true">
      {glyphs[tone]}
    </svg>
  )
}

const ring = { cx: 8, cy: 8, r: 5.5, fill: 'none', stroke: 'currentColor', strokeWidth: 1.6 }
const glyphs = {
  pending: <circle {...ring} strokeDasharray="2.3 1.6" />,
  progress: (
    <>
      <circle {...ring} />
      <path d="M8 4.7a3.3 3.3 0 0 1 0 6.6z" fill="currentColor" />
    </>
  ),
  done: (
    <path
      fill="currentColor"
      fillRule="evenodd"
      d="M8 1.7a6.3 6.3 0 1 1 0 12.6A6.3 6.3 0 0 1 8 1.7zm2.7 3.6L7 9 5.4 7.4l-1 1L7 11l4.7-4.7z"
    />
  ),
  other: (
    <>
      <circle {...ring} />
      <path d="M5.5 8h5" stroke="currentColor" strokeWidth="1.6" />
    </>
  ),
}
