import { clients, paths } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDate } from '../../ui/dates.ts'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { changedAddresses } from './accounts.queries.ts'
import '../../ui/Rows.css'

/** Somebody who was in this account may have changed them, to get the links that are mailed there. Nothing where none was changed. */
export function ChangedAddresses() {
  const query = useInfiniteQuery(changedAddresses)
  const changed = query.data?.pages.flatMap(({ items }) => items) ?? []
  if (changed.length === 0) return null
  return (
    <>
      <p className="hint">
        The email address of these clients was changed in the last {clients.CHANGE_SHOWN_DAYS} days. If it was
        not you, change it back: that ends the links that were mailed to it.
      </p>
      <ul className="rows" aria-label="Changed email addresses">
        {changed.map(({ id, firstName, lastName, email, emailBefore, emailChangedAt }) => (
          <li key={id} className="row">
            <div>
              <div className="row__title" dir="auto">
                <Link to={paths.freelancer.client(id)}>
                  {firstName} {lastName}
                </Link>
              </div>
              <div className="row__sub">
                <bdi>{email}</bdi>, before <bdi>{emailBefore}</bdi>. Changed {formatDate(emailChangedAt)}.
              </div>
            </div>
          </li>
        ))}
      </ul>
      <MoreRows query={query} />
    </>
  )
}
