import { bin } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { areaOnScreen } from '../../app/session.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { removeFile } from '../files/change-files.queries.ts'
import type { ListedFile } from '../files/files.queries.ts'
import { notesText, receiptsText } from '../files/what-goes-text.ts'
import { noteCounts, notesOnVersion } from '../notes/notes.queries.ts'
import { reviewsOfFile } from '../reviews/reviews.queries.ts'

interface Props {
  projectId: string
  /** A file, or one of its versions. */
  file: ListedFile
  /** Whether it is the newest version. */
  isNewest: boolean
  /** Deletes all versions of the file. */
  isWhole?: boolean
  onClose: () => void
  onDeleted?: () => unknown
}

export default function DeleteFileDialog({
  projectId,
  file,
  isNewest,
  isWhole = false,
  onClose,
  onDeleted,
}: Props) {
  const remove = useMutation(removeFile(projectId, file, isWhole))
  const lossOfNotes = useLossOfNotes(file, isWhole)
  const isVersion = file.versions > 1 && !isWhole
  const whoRestores =
    areaOnScreen() === 'freelancer'
      ? 'You can bring it back from the bin'
      : 'The person you work with can bring it back'
  return (
    <ConfirmDialog
      heading={isVersion ? `Delete version ${file.version}` : 'Delete file'}
      question={`Are you sure you want to delete this ${isVersion ? 'version' : 'file'}?`}
      loss={[
        whatGoes(file, { isNewest, isWhole }),
        ...lossOfNotes,
        file.review?.state === 'open' && 'The open review is withdrawn.',
        `${whoRestores} for ${bin.BIN_DAYS} days.`,
      ]
        .filter(Boolean)
        .join(' ')}
      keep={isVersion ? 'Keep version' : 'Keep file'}
      confirm={isVersion ? 'Delete Version' : 'Delete File'}
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onError: onClose, onSuccess: onDeleted })}
      onClose={onClose}
    />
  )
}

/** Names the notes that are deleted too, and the receipts that stay. */
function useLossOfNotes(file: ListedFile, isWhole: boolean) {
  const isOnly = isWhole || file.versions === 1
  const { data: counts } = useQuery({ ...noteCounts(file.id), enabled: isOnly })
  const { data: ofVersion } = useQuery({ ...notesOnVersion(file.id, file.version), enabled: !isOnly })
  const { data: reviews = [] } = useQuery(reviewsOfFile(file.id))
  const approvals = reviews.filter(
    ({ version, decision }) => decision?.receiptId && (isOnly || version === file.version),
  )
  return [
    notesText(isOnly ? counts?.total : ofVersion?.map(({ number }) => number)),
    receiptsText(approvals.length, isOnly ? 'file' : 'version'),
  ]
}

function whatGoes(
  { fileName, version, versions }: ListedFile,
  { isNewest, isWhole }: { isNewest: boolean; isWhole: boolean },
) {
  if (isWhole) return `${fileName} is deleted at once with all its ${versions} versions, for both sides.`
  if (versions === 1) return `${fileName} is deleted at once, for both sides.`
  const goes = `Version ${version} of ${fileName} is deleted at once, for both sides.`
  const stays = isNewest ? 'The version before it takes its place.' : 'The other versions stay.'
  return `${goes} ${stays}`
}
