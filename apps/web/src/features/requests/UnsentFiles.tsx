import { paths, plural } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Notice } from '../../ui/Notice.tsx'
import { unsentFiles } from '../files/staged-files.queries.ts'

/** Reminds the client of files that they have gathered and not sent, on one project or on all. */
export function UnsentFiles({ projectId }: { projectId?: string }) {
  const { data = [] } = useQuery(unsentFiles)
  const listed = data.filter(({ project }) => projectId === undefined || project.id === projectId)
  if (listed.length === 0) return null
  return (
    <Notice>
      {listed.map(({ project, request, files }) => (
        <p key={`${project.id} ${request?.id}`}>
          <Link
            className="link"
            to={
              request
                ? paths.client.request(project.id, request.id)
                : paths.client.projectRequests(project.id)
            }
          >
            {plural(files, 'file')} not sent yet
          </Link>
          {request ? `: ${request.title}` : ', of a request that was deleted'}
          {projectId === undefined && `, ${project.title}`}.
        </p>
      ))}
    </Notice>
  )
}
