import { Svg } from '../../ui/CoreIcon.tsx'
import type { Question } from './questions.ts'
import './Questions.css'

/** Questions that open on their answers; found by the browser's own search while they are closed. */
export function Questions({ of, open }: { of: Question[]; open?: boolean }) {
  return (
    <div className="qa">
      {of.map(({ asks, answer }, index) => (
        <details key={asks} open={open && index === 0}>
          <summary>
            {asks}
            <Svg>
              <path d="M12 5v14M5 12h14" />
            </Svg>
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  )
}
