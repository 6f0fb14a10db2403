import { useQuery } from '@tanstack/react-query'
import { DownloadReceipts, type ReceiptsOf, readReceiptsPage } from './DownloadReceipts.tsx'
import './offered-receipts.css'

/** Before they are deleted with their project or client. Nothing where there are none. */
export function OfferedReceipts({ of }: { of: ReceiptsOf }) {
  const { data: newest } = useQuery({
    queryKey: ['receipts', of],
    queryFn: async () => (await readReceiptsPage(of, { limit: 1 })).answer,
  })
  if (!newest?.length) return null
  return (
    <div className="offered-receipts">
      The receipts of what was approved go too. Your client gets them by email.
      <DownloadReceipts of={of} label="Download receipts" />
    </div>
  )
}
