import type { Area } from '../../app/session.ts'
import { formatFileSize } from './file-size.ts'
import './files.css'

interface Props {
  area: Area
  /** Undefined until it has loaded. */
  maxBytes?: number | undefined
  hasFiles?: boolean
}

export function DropInvitation({ area, maxBytes, hasFiles = false }: Props) {
  const where = area === 'client' ? 'here' : 'anywhere on this page'
  const limit = maxBytes === undefined ? '… GB' : formatFileSize(maxBytes)
  return (
    <>
      {`Drop files ${where}, or choose them. Any type, up to ${limit.replace(' ', '\u00a0')} each.`}
      {hasFiles && <span className="drop__hint"> Drop one on a file to add a new version.</span>}
    </>
  )
}
