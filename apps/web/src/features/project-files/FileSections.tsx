import type { files } from '@portico/contract'
import { Link } from 'react-router'
import '../../ui/Tabs.css'

interface Props {
  summary: files.Summary
  /** What the files of the client's side are called by who reads. */
  fromClient: string
  /** The one on screen, `undefined` for all files; left out on another page. */
  current?: { section: string | undefined }
  /** The address of a section; of all files without one. */
  linkTo: (section?: string) => string
}

/** How the files from the client's side are named in the address. */
export const FROM_CLIENT = 'client'

/** The sections of a project. One that has none, and files of one side only, shows nothing. */
export function FileSections({ summary, fromClient, current, linkTo }: Props) {
  const { files, sections } = summary
  const hasBothSides = summary.fromClient > 0 && summary.fromClient < files
  if (sections.length === 0 && !hasBothSides) return null
  const own = { id: FROM_CLIENT, name: fromClient, files: summary.fromClient }
  return (
    <nav className="tabs file-sections" aria-label="Sections">
      {[{ id: undefined, name: 'All', files }, ...sections, own].map(({ id, name, files }) => (
        <Link
          key={id ?? 'all'}
          to={linkTo(id)}
          replace={current !== undefined}
          preventScrollReset={current !== undefined}
          aria-current={current && id === current.section ? 'page' : undefined}
        >
          <bdi className="cut" title={name}>
            {name}
          </bdi>{' '}
          <span className="tabs__count num">{files}</span>
        </Link>
      ))}
    </nav>
  )
}
