import { pluralForm } from '@portico/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { PageHandle } from '../../app/page-handle.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useLooksOnly } from '../../app/session.ts'
import { useRefetchAtMidnight } from '../../app/use-refetch-at-midnight.ts'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, LoadFailed, Loading } from '../../ui/States.tsx'
import { myFreelancer } from '../clients/clients.queries.ts'
import { myProjects, myTurns } from '../projects/client-projects.queries.ts'
import { countProjects } from '../projects/count-projects.ts'
import { ProjectCard, ProjectCardsSkeleton } from '../projects/ProjectCard.tsx'
import { WaitingProjects } from '../projects/WaitingProjects.tsx'
import { UnsentFiles } from '../requests/UnsentFiles.tsx'
import { FirstVisit } from './FirstVisit.tsx'
import '../projects/ProjectCard.css'

export const meta = privatePageMeta('My Projects')

const skeleton = (
  <Page heading="My Projects" summary={'\u00a0'}>
    <Loading says="Loading projects...">
      <ProjectCardsSkeleton />
    </Loading>
  </Page>
)

export const handle = { skeleton } satisfies PageHandle

export default function ClientProjectsPage() {
  const query = useInfiniteQuery(myProjects)
  const { data: freelancer } = useQuery(myFreelancer)
  const projects = query.data?.pages.flatMap((page) => page.items)
  useRefetchAtMidnight(projects?.[0]?.timeZone)
  const counted = countProjects(query)
  // Waiting projects may be on a page of the list that is not loaded.
  const { data: turns } = useQuery({ ...myTurns, enabled: query.hasNextPage })
  const waitingProjects = (query.hasNextPage && turns) || projects?.filter(({ turn }) => turn === 'client')
  const waiting = waitingProjects?.length ?? 0
  const looksOnly = useLooksOnly()
  const whom = looksOnly ? 'your colleagues' : 'you'
  const waitingText =
    waiting === 0 ? '' : pluralForm(waiting, `One waits for ${whom}.`, `${waiting} wait for ${whom}.`)
  const whose = freelancer ? ` with ${freelancer.name}` : ''

  if (query.isPending) return skeleton
  return (
    <Page
      heading="My Projects"
      summary={counted ? `${counted.text}${whose}. ${waitingText}`.trim() : '\u00a0'}
    >
      {projects === undefined && query.isError && (
        <LoadFailed title="Your projects did not load" error={query.error} onRetry={() => query.refetch()} />
      )}
      {projects?.length === 0 && (
        <EmptyState title="No projects assigned yet." drawing="open">
          {freelancer?.name ?? 'Your contact'} will add one soon, and you will see it here.
        </EmptyState>
      )}
      <UnsentFiles />
      {waitingProjects && <WaitingProjects projects={waitingProjects} freelancer={freelancer?.name} />}
      {projects !== undefined && projects.length > 0 && freelancer && (
        <FirstVisit
          freelancer={freelancer.name}
          isReadOnly={looksOnly || projects.every(({ archivedAt }) => archivedAt !== null)}
        />
      )}
      {projects !== undefined && projects.length > 0 && (
        <div className="project-cards">
          {projects.map((project) => (
            <ProjectCard key={project.id} project={project} freelancer={freelancer?.name} />
          ))}
        </div>
      )}
      <MoreRows query={query} />
    </Page>
  )
}
