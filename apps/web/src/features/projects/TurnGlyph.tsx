/** A full disc with an arrow for one's own turn, a ring with clock hands for the other's. */
export function TurnGlyph({ isMine }: { isMine: boolean }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      {isMine ? mine : theirs}
    </svg>
  )
}

const mine = (
  <path
    fill="currentColor"
    fillRule="evenodd"
    d="M8 1.7a6.3 6.3 0 1 1 0 12.6A6.3 6.3 0 0 1 8 1.7zM4.6 8.7h4.3L7.4 10.2l1 1L11.7 8 8.4 4.8l-1 1 1.5 1.5H4.6z"
  />
)
const theirs = (
  <>
    <circle cx="8" cy="8" r="5.6" fill="none" stroke="currentColor" strokeWidth="1.5" />
    <path
      d="M8 4.8V8l2.2 1.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </>
)
