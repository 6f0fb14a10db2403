import { bin } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { areaOnScreen } from '../../app/session.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { type ListedFile, removeFile } from './files.queries.ts'

interface Props {
  projectId: string
  /** A file, or one of its versions. */
  file: ListedFile
  /** Whether it is the newest version. */
  isNewest: boolean
  onClose: () => void
  onDeleted?: () => unknown
}

export default function DeleteFileDialog({ projectId, file, isNewest, onClose, onDeleted }: Props) {
  const remove = useMutation(removeFile(projectId, file))
  const isVersion = file.versions > 1
  const whoRestores =
    areaOnScreen() === 'freelancer'
      ? 'You can bring it back from the bin'
      : 'Your freelancer can bring it back'
  return (
    <ConfirmDialog
      heading={isVersion ? `Delete version ${file.version}` : 'Delete file'}
      question={`Are you sure you want to delete this ${isVersion ? 'version' : 'file'}?`}
      loss={`${whatGoes(file, isNewest)}${whatStays(file)} ${whoRestores} for ${bin.BIN_DAYS} days.`}
      keep={isVersion ? 'Keep version' : 'Keep file'}
      confirm={isVersion ? 'Delete Version' : 'Delete File'}
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onError: onClose, onSuccess: onDeleted })}
      onClose={onClose}
    />
  )
}

function whatGoes({ fileName, version, versions }: ListedFile, isNewest: boolean) {
  if (versions === 1) return `${fileName} goes at once, for both sides.`
  const goes = `Version ${version} of ${fileName} goes at once, for both sides.`
  const stays = isNewest ? 'The version before it takes its place.' : 'The other versions stay.'
  return `${goes} ${stays}`
}

function whatStays({ review }: ListedFile) {
  if (review?.state === 'approved') return ' It is approved: the receipt of the approval stays.'
  return review?.state === 'open' ? ' The open review is withdrawn.' : ''
}
