import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatDayWithoutThisYear, localDay } from '../../../ui/dates.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { useLocalDay } from '../../../ui/use-now.ts'
import { FileIcon } from '../FileIcon.tsx'
import type { ListedFile } from '../files.queries.ts'

const Menu = lazyDialog(() => import('../../../ui/Menu.tsx'))

interface Props {
  file: ListedFile
  /** Newest first. */
  versions: ListedFile[]
}

/** Says which version is on screen, and opens another. */
export function VersionMenu({ file, versions }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const today = useLocalDay()
  const showVersion = useShowVersion()
  const items = versions.map(({ id, version, createdAt }) => ({
    label: `Version ${version}, ${formatDayWithoutThisYear(localDay(createdAt), today)}`,
    icon: id === file.id ? <Icon name="check" small /> : <FileIcon name="file" small />,
    onSelect: () => showVersion(version),
  }))
  return (
    <>
      <button
        type="button"
        className="vchip"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        aria-label={`v${file.version}: version ${file.version} of ${file.versions}, choose another`}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        v{file.version}
        <Icon name="down" small />
      </button>
      {anchor && <Menu label="Versions" anchor={anchor} items={items} onClose={() => setAnchor(undefined)} />}
    </>
  )
}

function useShowVersion() {
  const [, setSearch] = useSearchParams()
  return (version: number) =>
    setSearch((search) => {
      search.set('version', String(version))
      for (const name of ['note', 'compare']) search.delete(name)
      return search
    })
}
