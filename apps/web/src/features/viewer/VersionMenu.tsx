import { useState } from 'react'
import { formatDayWithoutThisYear, localDay } from '../../ui/dates.ts'
import { Icon } from '../../ui/Icon.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useLocalDay } from '../../ui/use-now.ts'
import { FileIcon } from '../files/FileIcon.tsx'
import type { ListedFile } from '../files/files.queries.ts'
import { reviewWord } from '../files/ReviewBadge.tsx'

const Menu = lazyDialog(() => import('../../ui/Menu.tsx'))

interface Props {
  /** The version on screen. */
  file: ListedFile
  /** Newest first. */
  versions: ListedFile[]
  onChoose: (version: number) => void
  /** `v3`, or `Version 3, 20 November`. */
  look?: 'chip' | 'title'
}

/** Says which version is on screen, and opens another. */
export function VersionMenu({ file, versions, onChoose, look = 'chip' }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const today = useLocalDay()
  const items = versions.map((one) => ({
    label: one.review
      ? `${versionTitle(one, today)}: ${reviewWord(one.review.state)}`
      : versionTitle(one, today),
    icon: one.id === file.id ? <Icon name="check" small /> : <FileIcon name="file" small />,
    onSelect: () => onChoose(one.version),
  }))
  const title = look === 'chip' ? `v${file.version}` : versionTitle(file, today)
  return (
    <>
      <button
        type="button"
        className={look === 'chip' ? 'version-chip' : 'compared__title'}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        aria-label={`${title}: version ${file.version} of ${file.versions}, choose another`}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {title}
        <Icon name="down" small />
      </button>
      {anchor && <Menu label="Versions" anchor={anchor} items={items} onClose={() => setAnchor(undefined)} />}
    </>
  )
}

export function versionTitle({ version, createdAt }: ListedFile, today: string) {
  return `Version ${version}, ${formatDayWithoutThisYear(localDay(createdAt), today)}`
}
