import { Button } from '../../ui/Button.tsx'
import { FileIcon } from './FileIcon.tsx'
import type { FileItemProps } from './FileRow.tsx'

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

/** Opens the menu of a file that can be changed. */
export function MoreOfFile({
  file,
  isReadOnly,
  isMenuOpen,
  onOpen,
}: Pick<FileItemProps, 'file' | 'isReadOnly' | 'isMenuOpen' | 'onOpen'>) {
  if (isReadOnly) return null
  return (
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
  )
}
