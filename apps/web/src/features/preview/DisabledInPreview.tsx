import type { ReactNode } from 'react'
import { isPreview } from '../../app/session.ts'

/** Of the sentence in the band that says why. */
export const PREVIEW_REASON_ID = 'preview-reason'

/**
 * Controls that change something. A preview shows them as the client sees them, disabled. The server refuses them besides.
 */
export function DisabledInPreview({ children }: { children: ReactNode }) {
  if (!isPreview()) return children
  return (
    <fieldset className="disabled-in-preview" disabled aria-describedby={PREVIEW_REASON_ID}>
      {children}
    </fieldset>
  )
}
