import type { requestLinks } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { formatCounts } from '../../ui/count-text.ts'
import { useMoveFocusOnUnmount } from '../../ui/use-move-focus-on-unmount.ts'
import { useLocalDay, useNow } from '../../ui/use-now.ts'
import { linksOf, revokeLink } from './links.queries.ts'
import { dayText } from './request-text.ts'
import '../../ui/Rows.css'

/** The links of a request, with how often each was used. */
export function LinkList({ requestId }: { requestId: string }) {
  const { data } = useQuery(linksOf(requestId))
  if (!data?.length) return null
  return (
    <section className="ask-dialog" aria-label="Links">
      <ul className="rows">
        {data.map((link) => (
          <LinkRow key={link.id} requestId={requestId} link={link} />
        ))}
      </ul>
    </section>
  )
}

function LinkRow({ requestId, link }: { requestId: string; link: requestLinks.RequestLink }) {
  const { id, note, maker, createdAt, expiresAt, uses, lastUsedAt } = link
  const { mutate, isPending } = useMutation(revokeLink(requestId))
  const today = useLocalDay()
  const isExpired = Date.parse(expiresAt) <= useNow()
  const ref = useMoveFocusOnUnmount<HTMLLIElement>(findNextButton)
  const title = note ?? 'Without a note'
  return (
    <li ref={ref} className="ask-link">
      <div>
        <p className="label-weight" dir="auto">
          {title}
        </p>
        <p className="small soft">
          Made by <bdi>{maker}</bdi> on {dayText(createdAt, today)},{' '}
          {isExpired ? 'ran out on' : 'works until'} {dayText(expiresAt, today)}.{' '}
          {lastUsedAt
            ? `Used ${formatCounts([[uses, 'time', 'times']])}, last on ${dayText(lastUsedAt, today)}.`
            : 'Not used yet.'}
        </p>
      </div>
      <Button
        look="quiet"
        size="sm"
        aria-label={`Revoke ${title}`}
        busy={isPending}
        busyLabel="Revoking..."
        onClick={() => mutate(id)}
      >
        Revoke
      </Button>
    </li>
  )
}

function findNextButton(row: HTMLElement) {
  const next = row.nextElementSibling ?? row.previousElementSibling
  return (
    next?.querySelector('button') ??
    row.closest('[role="dialog"]')?.querySelector<HTMLElement>('input, button') ??
    null
  )
}
