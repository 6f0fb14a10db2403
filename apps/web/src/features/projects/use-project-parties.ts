import { useQuery } from '@tanstack/react-query'
import { areaOnScreen, useLooksOnly } from '../../app/session.ts'
import { myFreelancer } from '../clients/clients.queries.ts'
import { myProject } from './client-projects.queries.ts'
import { oneProject } from './projects.queries.ts'
import { firstNameOf } from './turn-text.ts'

/** The people of a project, from the view of the area on screen. */
export interface ProjectParties {
  /** It is archived, or the reader only looks. */
  isReadOnly: boolean
  isArchived: boolean
  /** Empty until it has loaded. */
  title: string
  /** First names. */
  freelancer: string
  client: string
  /** The freelancer's. */
  timeZone: string | undefined
}

interface Wanted {
  id: string
  archivedAt?: string | null
}

/** `archivedAt` is what is known of the project before it has loaded. */
export function useProjectParties({ id, archivedAt }: Wanted): ProjectParties {
  const isClient = areaOnScreen() === 'client'
  const looksOnly = useLooksOnly()
  const { data: project } = useQuery(isClient ? myProject(id) : oneProject(id))
  const { data: freelancer } = useQuery({ ...myFreelancer, enabled: isClient })
  const isArchived = Boolean(project ? project.archivedAt : archivedAt)
  return {
    isReadOnly: isArchived || looksOnly,
    isArchived,
    title: project?.title ?? '',
    freelancer: firstNameOf(freelancer?.name) || 'Your contact',
    client: project?.Client.firstName ?? 'Your client',
    timeZone: project?.timeZone,
  }
}
