import type { projects } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Area } from '../../../app/session.ts'
import { myProjects } from '../../projects/client-projects.queries.ts'
import { projectList } from '../../projects/projects.queries.ts'
import type { Thread } from '../timeline/thread.ts'

interface Wanted {
  area: Area
  /** The client, or the freelancer of the client. */
  peerId: string
  /** Where the last files of the conversation went. */
  lastProjectId: string | undefined
  isNeeded: boolean
}

/** The project to which the files of a message go: the one talked about last, until another is chosen. */
export function useTargetProject({ area, peerId, lastProjectId, isNeeded }: Wanted) {
  const [chosenId, choose] = useState<string>()
  const own = useInfiniteQuery({ ...myProjects, enabled: isNeeded && area === 'client' })
  const ofClient = useInfiniteQuery({
    ...projectList({ client: peerId }),
    enabled: isNeeded && area === 'freelancer',
  })
  const query = area === 'client' ? own : ofClient
  const open = query.data?.pages
    .flatMap(({ items }) => items)
    .filter(({ archivedAt }) => archivedAt === null)
    .sort(ongoingFirst)
  const project =
    open?.find(({ id }) => id === chosenId) ?? open?.find(({ id }) => id === lastProjectId) ?? open?.[0]
  return { open, project, choose, isFailed: query.isError, refetch: query.refetch }
}

const ongoingFirst = (one: projects.Project, other: projects.Project) =>
  Number(one.status === 'Completed') - Number(other.status === 'Completed')

/** Where the last files of a conversation went. */
export function findLastProject({ messages }: Pick<Thread, 'messages'>) {
  return messages.findLast(({ files }) => files.length > 0)?.files.at(-1)?.projectId
}
