import type { bin } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { isSignedIn } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/dates.ts'
import { Icon } from '../../ui/Icon.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { FileIcon } from '../files/FileIcon.tsx'
import { FileName } from '../files/FileName.tsx'
import { formatFileSize } from '../files/file-size.ts'
import { ReviewBadge } from '../files/ReviewBadge.tsx'
import { contentsText } from '../projects/contents-text.ts'
import { restoreItem } from '../projects/restore-item.ts'

export function BinRow({ item, onDelete }: { item: bin.BinItem; onDelete: () => void }) {
  const restore = useMutation(restoreItem(item))
  const { kind, version } = item
  const name = version ? `version ${version} of ${item.name}` : item.name
  const waitsForProject = kind === 'file' && item.project.inBin
  return (
    <li className="row">
      <div className="span bin-row__what">
        {kind === 'project' ? <Icon name="folder" /> : <FileIcon name="file" />}
        <div>
          <div className="bin-row__name">
            <FileName name={item.name} className="row__title" />
            {kind === 'file' && item.approved && (
              <ReviewBadge review={{ state: 'approved', dueDate: null }} today={undefined} />
            )}
          </div>
          <p className="row__sub">{describe(item)}</p>
        </div>
      </div>
      <span className="small soft">
        <RelativeTime instant={item.deletedAt} /> by{' '}
        {isSignedIn('freelancer', item.deletedById) ? 'you' : item.deletedByName.split(' ')[0]}
      </span>
      <span className="small soft num">
        <span className="only-small">until </span>
        {formatDate(item.leavesAt)}
      </span>
      <span className="small soft num">{formatFileSize(item.size)}</span>
      <div className="row__acts">
        {!waitsForProject && (
          <Button
            size="sm"
            aria-label={`Restore ${name}`}
            busy={restore.isPending}
            busyLabel="Restoring..."
            onClick={() => restore.mutate()}
          >
            Restore
          </Button>
        )}
        <Button look="danger-quiet" size="sm" aria-label={`Delete ${name} for good`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  )
}

function describe({ kind, version, versions, project, client, contents }: bin.BinItem) {
  const whole = versions !== null && versions > 1 ? `File with ${versions} versions` : 'File'
  const file = version ? `Version ${version} of a file` : whole
  const person = `${client.firstName} ${client.lastName}`
  if (kind === 'file' && project.inBin)
    return `${file} in ${project.title}, ${person}. Restore the project first.`
  if (kind === 'file') return `${file} in ${project.title}, ${person}`
  const within = contents && contentsText(contents)
  return `Project for ${person}${within ? `, with ${within}` : ''}`
}
