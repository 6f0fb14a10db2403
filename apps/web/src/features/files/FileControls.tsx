import { areaOnScreen } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { DisabledInPreview } from '../preview/DisabledInPreview.tsx'
import { FileIcon } from './FileIcon.tsx'
import type { FileItemProps } from './FileRow.tsx'
import { mayAskForReview } from './may-ask-for-review.ts'

/** Opens the versions of a file that has several. */
export function VersionChip({ file, onOpen }: Pick<FileItemProps, 'file' | 'onOpen'>) {
  const { fileName, version, versions } = file
  if (versions === 1) return null
  return (
    <button
      type="button"
      className="version-chip"
      title={`Version ${version}`}
      onClick={() => onOpen({ kind: 'versions', file })}
    >
      v{version}{' '}
      <span className="vh">
        of {fileName}, see all {versions} versions
      </span>
    </button>
  )
}

/** For the freelancer, until the client has been asked or has approved. */
export function AskForApproval({
  file,
  isReadOnly,
  onOpen,
}: Pick<FileItemProps, 'file' | 'isReadOnly' | 'onOpen'>) {
  if (isReadOnly || areaOnScreen() !== 'freelancer' || !mayAskForReview(file)) return null
  return (
    <Button
      look="quiet"
      size="sm"
      className="file__ask"
      aria-label={`Ask for approval of ${file.fileName}`}
      onClick={() => onOpen({ kind: 'askReview', file })}
    >
      Ask for approval
    </Button>
  )
}

/** Opens the menu of a file that can be changed. */
export function MoreOfFile({
  file,
  isReadOnly,
  isMenuOpen,
  onOpen,
}: Pick<FileItemProps, 'file' | 'isReadOnly' | 'isMenuOpen' | 'onOpen'>) {
  if (isReadOnly) return null
  return (
    <DisabledInPreview>
      <Button
        look="quiet"
        size="sm"
        className="btn--icon"
        aria-label={`More for ${file.fileName}`}
        aria-haspopup="menu"
        aria-expanded={isMenuOpen}
        onClick={({ currentTarget }) => onOpen({ kind: 'menu', file, anchor: currentTarget })}
      >
        <FileIcon name="more" small />
      </Button>
    </DisabledInPreview>
  )
}

/** Selects a file, while files are being selected. */
export function FileCheck({
  file,
  isSelected,
  onSelect,
}: Pick<FileItemProps, 'file' | 'isSelected' | 'onSelect'>) {
  if (isSelected === undefined) return null
  return (
    <label className="file-check">
      <input
        type="checkbox"
        aria-label={`Select ${file.fileName}`}
        checked={isSelected}
        onChange={() => onSelect?.(file.id)}
      />
    </label>
  )
}
