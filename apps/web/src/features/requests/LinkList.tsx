import { useQuery } from '@tanstack/react-query'
import { LinkRow } from './LinkRow.tsx'
import { linksOf } from './links.queries.ts'

export function LinkList({ requestId }: { requestId: string }) {
  const { data } = useQuery(linksOf(requestId))
  if (!data?.length) return null
  return (
    <section className="request-dialog" aria-label="Links">
      <ul className="rows">
        {data.map((link) => (
          <LinkRow key={link.id} requestId={requestId} link={link} title={link.note ?? 'Without a note'} />
        ))}
      </ul>
    </section>
  )
}
