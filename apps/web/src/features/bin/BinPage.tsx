import { bin, paths } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, LoadFailed, Loading } from '../../ui/States.tsx'
import { BinRow } from './BinRow.tsx'
import { binList } from './bin.queries.ts'
import { DeleteForGoodDialog } from './DeleteForGoodDialog.tsx'
import '../../ui/Rows.css'
import './bin.css'

export const meta = privatePageMeta('Bin')

export default function BinPage() {
  const query = useInfiniteQuery(binList)
  const { data, error, refetch } = query
  const items = data?.pages.flatMap(({ items }) => items)
  return (
    <Page
      heading="Bin"
      summary={`Deleted projects and files can be brought back for ${bin.BIN_DAYS} days. What is here counts towards your storage.`}
      back={{ to: paths.freelancer.projects, label: 'Back to Projects' }}
    >
      {!items && error && <LoadFailed title="The bin did not load" error={error} onRetry={() => refetch()} />}
      {!items && !error && <Loading says="Loading bin..." />}
      {items?.length === 0 && (
        <EmptyState title="The bin is empty." drawing="shelf">
          What you or your clients delete can be found here.
        </EmptyState>
      )}
      {items && items.length > 0 && <BinRows items={items} />}
      <MoreRows query={query} />
    </Page>
  )
}

function BinRows({ items }: { items: bin.BinItem[] }) {
  const [deleting, setDeleting] = useState<bin.BinItem>()
  // The dialog closes after the row has gone, so that focus does not return to a button that disappears.
  const isGone = deleting !== undefined && !items.some(({ id }) => id === deleting.id)
  useEffect(() => {
    if (isGone) setDeleting(undefined)
  }, [isGone])

  return (
    <>
      <ul className="rows rows--cols bin-rows" aria-label="Deleted projects and files">
        <li className="rows__labels" aria-hidden="true">
          <span>Name</span>
          <span>Deleted</span>
          <span>Leaves</span>
          <span>Size</span>
          <span />
        </li>
        {items.map((item) => (
          <BinRow key={item.id} item={item} onDelete={() => setDeleting(item)} />
        ))}
      </ul>
      {deleting && <DeleteForGoodDialog item={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}
