import { receipts } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { callPage } from '../../app/api.ts'
import { Button } from '../../ui/Button.tsx'
import { downloadReceipts } from './download-receipts.ts'
import { inChains } from './in-chains.ts'

export type ReceiptsOf = { projectId: string } | { clientId: string }

export function DownloadReceipts({ of, label }: { of: ReceiptsOf; label: string }) {
  const download = useMutation({
    mutationFn: () => readAll(of),
    onSuccess: (all) => downloadReceipts(inChains(all), 'receipts.json'),
    meta: { failure: 'Failed to download receipts' },
  })
  return (
    <Button size="sm" busy={download.isPending} onClick={() => download.mutate()}>
      {label}
    </Button>
  )
}

async function readAll(of: ReceiptsOf) {
  const all: receipts.Receipt[] = []
  let cursor: string | undefined
  do {
    const page = await readReceiptsPage(of, { limit: 200, ...(cursor && { cursor }) })
    all.push(...page.items)
    cursor = page.cursor
  } while (cursor)
  return all
}

export const readReceiptsPage = (of: ReceiptsOf, paging: { limit: number; cursor?: string }) =>
  callPage(receipts.all, { querystring: { ...paging, ...of } })
