import { StatusGlyph } from '../../ui/Badge.tsx'
import { ReviewGlyph } from '../files/ReviewBadge.tsx'

export type CheckTone = 'done' | 'red' | 'none'

export function CheckGlyph({ tone }: { tone: CheckTone }) {
  if (tone === 'red') return <ReviewGlyph state="withdrawn" />
  return <StatusGlyph status={tone === 'done' ? 'Completed' : 'None'} />
}
