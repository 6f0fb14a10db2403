import { useQuery } from '@tanstack/react-query'
import { DownloadReceipts, type ReceiptsOf, readReceiptsPage } from './DownloadReceipts.tsx'
import './offered-receipts.css'

/**
 * Offers receipts for download before they are deleted with their project or client. Renders nothing without
 * receipts.
 */
export function OfferedReceipts({ of }: { of: ReceiptsOf }) {
  const { data: newest } = useQuery({
    queryKey: ['receipts', of],
    queryFn: async () => (await readReceiptsPage(of, { limit: 1 })).items,
  })
  if (!newest?.length) return null
  return (
    <div className="offered-receipts">
      The receipts of what was approved go too. Your client gets them by email.
      <DownloadReceipts of={of} label="Download receipts" />
    </div>
  )
}
