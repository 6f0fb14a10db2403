import type { projects } from '@portico/contract'
import { useOutletContext } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import '../../ui/split.css'
import { ActivityList } from './ActivityList.tsx'
import { DaysWaited } from './DaysWaited.tsx'

export const meta = privatePageMeta('Activity')

export default function ProjectActivity() {
  const project = useOutletContext<projects.Project>()
  return (
    <div className="split split--rail">
      <section className="body">
        <h2 className="vh">Activity</h2>
        <ActivityList projectId={project.id} />
      </section>
      <DaysWaited project={project} />
    </div>
  )
}
