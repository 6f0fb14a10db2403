import type { files } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { zipLink } from '../files/files.queries.ts'

interface Props {
  projectId: string
  versions?: files.WhichVersions
  label: string
}

export function DownloadAll({ projectId, versions = 'newest', label }: Props) {
  const zip = useMutation(zipLink(projectId, versions))
  return (
    <Button look="quiet" size="sm" busy={zip.isPending} onClick={() => zip.mutate()}>
      {label}
    </Button>
  )
}
