import type { projects } from '@portico/contract'
import { useOutletContext } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { ProjectRequests } from './ProjectRequests.tsx'

export const meta = privatePageMeta('Requests')

/** The tab of a project where its freelancer asks the client for files and texts. */
export default function RequestsPage() {
  return <ProjectRequests project={useOutletContext<projects.Project>()} />
}
