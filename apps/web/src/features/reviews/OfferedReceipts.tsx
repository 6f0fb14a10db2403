import { receipts } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callPage } from '../../app/api.ts'
import { Button } from '../../ui/Button.tsx'
import { downloadReceipts } from './download-receipts.ts'
import { inChains } from './in-chains.ts'
import './offered-receipts.css'

type Of = { projectId: string } | { clientId: string }

/** Before they are deleted with their project or client. Nothing where there are none. */
export function OfferedReceipts({ of }: { of: Of }) {
  const { data: newest } = useQuery({
    queryKey: ['receipts', of],
    queryFn: async () => (await readPage(of, { limit: 1 })).answer,
  })
  const download = useMutation({
    mutationFn: () => readAll(of),
    onSuccess: (all) => downloadReceipts(inChains(all), 'receipts.json'),
    meta: { failure: 'Failed to download receipts' },
  })
  if (!newest?.length) return null
  return (
    <div className="offered-receipts">
      The receipts of what was approved go too.
      <Button size="sm" busy={download.isPending} onClick={() => download.mutate()}>
        Download receipts
      </Button>
    </div>
  )
}

async function readAll(of: Of) {
  const all: receipts.Receipt[] = []
  let cursor: string | undefined
  do {
    const page = await readPage(of, { limit: 200, ...(cursor && { cursor }) })
    all.push(...page.answer)
    cursor = page.cursor
  } while (cursor)
  return all
}

const readPage = (of: Of, paging: { limit: number; cursor?: string }) =>
  'projectId' in of
    ? callPage(receipts.ofProject, { params: { id: of.projectId }, querystring: paging })
    : callPage(receipts.all, { querystring: { ...paging, clientId: of.clientId } })
