import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useRefetchAtMidnight } from '../../app/use-refetch-at-midnight.ts'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, LoadFailed, Loading } from '../../ui/States.tsx'
import { myFreelancer } from '../clients/clients.queries.ts'
import { myProjects } from './client-projects.queries.ts'
import { countProjects } from './count-projects.ts'
import { FirstVisit } from './FirstVisit.tsx'
import { ProjectCard, ProjectCardsSkeleton } from './ProjectCard.tsx'
import './ProjectCard.css'

export const meta = privatePageMeta('My Projects')

export default function ClientProjectsPage() {
  const query = useInfiniteQuery(myProjects)
  const { data: freelancer } = useQuery(myFreelancer)
  const doors = query.data?.pages.flatMap((page) => page.answer)
  useRefetchAtMidnight(doors?.[0]?.timeZone)
  const counted = countProjects(query)
  const whose = freelancer ? ` with ${freelancer.name}` : ''

  return (
    <Page heading="My Projects" summary={counted ? `${counted.said}${whose}.` : '\u00a0'}>
      {doors === undefined && query.isPending && (
        <Loading says="Loading projects...">
          <ProjectCardsSkeleton />
        </Loading>
      )}
      {doors === undefined && query.isError && (
        <LoadFailed title="Your projects did not load" error={query.error} onRetry={() => query.refetch()} />
      )}
      {doors?.length === 0 && (
        <EmptyState title="No projects assigned yet." drawing="open">
          {freelancer?.name ?? 'Your freelancer'} will add one soon. It will stand here.
        </EmptyState>
      )}
      {doors !== undefined && doors.length > 0 && freelancer && <FirstVisit freelancer={freelancer.name} />}
      {doors !== undefined && doors.length > 0 && (
        <div className="project-cards">
          {doors.map((project) => (
            <ProjectCard key={project.id} project={project} />
          ))}
        </div>
      )}
      <MoreRows query={query} />
    </Page>
  )
}
