import type { Area } from '../../app/session.ts'
import { useRecordRecentItem } from './recent-items.ts'

/** A component of its own, so that what a page loads does not render the palette again. */
export function RecordRecentItem({ area, ownerId }: { area: Area; ownerId: string }) {
  useRecordRecentItem(area, ownerId)
  return null
}
