import type { projects } from '@portico/contract'
import { useOutletContext } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { ProjectRequests } from './ProjectRequests.tsx'

export const meta = privatePageMeta('Requests')

export default function RequestsPage() {
  return <ProjectRequests project={useOutletContext<projects.Project>()} />
}
