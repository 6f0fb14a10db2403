import { paths, type projects } from '@portico/contract'
import { SeeAsClient } from '../clients/SeeAsClient.tsx'
import { PreviewIcon } from '../preview/PreviewIcon.tsx'

export default function SeeProjectAsClient({ project }: { project: projects.Project }) {
  return (
    <SeeAsClient
      look="quiet"
      className="project__preview"
      icon={<PreviewIcon small />}
      client={project.Client}
      path={paths.client.project(project.id)}
    />
  )
}
