import type { Area } from '../../app/session.ts'
import { useRecordRecentItem } from './recent-items.ts'

export default function RecordRecentItem({ area, ownerId }: { area: Area; ownerId: string }) {
  useRecordRecentItem(area, ownerId)
  return null
}
