import { Svg } from '../../ui/CoreIcon.tsx'
import type { Question } from './questions.ts'
import './Questions.css'

/** Questions with answers that open. The browser's search finds closed ones too. */
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
