import { paths, type projects } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ArchivedBand } from '../../ui/ArchivedBand.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { oneClient } from '../clients/clients.queries.ts'
import { changeArchived } from './projects.queries.ts'

export function ArchiveProjectButton({ project }: { project: projects.Project }) {
  const { mutate, isPending } = useMutation(changeArchived(project.id))
  return (
    <Button look="quiet" busy={isPending} onClick={() => mutate(!project.archivedAt)}>
      <Icon name="archive" small />
      {project.archivedAt ? 'Bring back' : 'Archive Project'}
    </Button>
  )
}

interface Props {
  project: projects.Project
  archivedAt: string
}

/** For the freelancer. A project whose client is archived comes back with the client only. */
export function ArchivedProjectBand({ project, archivedAt }: Props) {
  const { id, Client } = project
  const { data: client } = useQuery(oneClient(Client.id))
  const { mutate, isPending } = useMutation(changeArchived(id))
  return (
    <ArchivedBand
      archivedAt={archivedAt}
      action={
        client?.archivedAt === null && (
          <Button size="sm" busy={isPending} onClick={() => mutate(false)}>
            Bring back
          </Button>
        )
      }
    >
      You and {Client.firstName} can read and download everything.
      {client?.archivedAt && (
        <>
          {' '}
          It comes back with{' '}
          <Link className="link" to={paths.freelancer.client(Client.id)}>
            {Client.firstName} {Client.lastName}
          </Link>
          , who is archived too.
        </>
      )}
    </ArchivedBand>
  )
}
