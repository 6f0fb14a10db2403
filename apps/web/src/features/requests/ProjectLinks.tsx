import { useInfiniteQuery } from '@tanstack/react-query'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { LoadFailed, Loading } from '../../ui/States.tsx'
import { LinkRow } from './LinkRow.tsx'
import { linksOfProject } from './links.queries.ts'

interface Props {
  projectId: string
  isArchived: boolean
  /** Shows nothing where there is no link. */
  needsLinks?: boolean
}

/** The links by which others can answer requests of a project, or could again once it is not archived any more. */
export function ProjectLinks({ projectId, isArchived, needsLinks = false }: Props) {
  const query = useInfiniteQuery(linksOfProject(projectId))
  const links = query.data?.pages.flatMap(({ items }) => items)
  if (needsLinks && !links?.length) return null
  return (
    <section className="requests-rail__links" aria-labelledby="links-heading">
      <div className="section__head">
        <h2 id="links-heading" tabIndex={-1}>
          Links
        </h2>
        {links && !query.hasNextPage && <span className="muted num">{links.length}</span>}
      </div>
      {!links && !query.error && <Loading says="Loading links..." />}
      {!links && query.error && (
        <LoadFailed title="The links did not load" error={query.error} onRetry={query.refetch} />
      )}
      {links && links.length > 0 && (
        <ul className="rows">
          {links.map((link) => (
            <LinkRow
              key={link.id}
              requestId={link.request.id}
              link={link}
              title={link.request.title}
              note={link.note}
            />
          ))}
        </ul>
      )}
      <MoreRows query={query} />
      <p className="hint">
        {isArchived
          ? 'No link works while the project is archived. Those that are not revoked work again once it is back.'
          : 'Anybody with a link can answer that one request, and sees nothing else. “Ask somebody else” in the menu of a request makes one.'}
      </p>
    </section>
  )
}
