import type { Area } from '../../app/session.ts'
import { formatFileSize } from './file-size.ts'
import './files.css'

interface Props {
  area: Area
  /** Undefined until it has loaded, null when it could not be. */
  maxBytes?: number | null | undefined
  hasFiles?: boolean
  /** The name of the section for new files. */
  section?: string | undefined
}

export function DropInvitation({ area, maxBytes, hasFiles = false, section }: Props) {
  const where = area === 'client' ? 'here' : 'anywhere on this page'
  return (
    <>
      {`Drop files ${where}, or choose them. Any type${limitText(maxBytes)}.`}
      {section && (
        <>
          {' '}
          New files go to “<bdi>{section}</bdi>”.
        </>
      )}
      {hasFiles && <span className="drop__hint"> Drop one on a file to add a new version.</span>}
    </>
  )
}

function limitText(maxBytes: number | null | undefined) {
  if (maxBytes === null) return ''
  // As long as the limit will be, so that the page does not move.
  const limit = maxBytes === undefined ? '… GB' : formatFileSize(maxBytes)
  return `, up to ${limit.replace(' ', '\u00a0')} each`
}
