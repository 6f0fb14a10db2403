import { plural } from '@portico/contract'
import { Link } from 'react-router'
import { areaOnScreen } from '../../app/session.ts'
import { filePath } from './file-path.ts'
import type { ListedFile } from './files.queries.ts'

/** How many open notes of the other side are on a file, as a link to them. Nothing without any. */
export function NotesChip({ file: { id, fileName, waitingNotes } }: { file: ListedFile }) {
  const count = waitingNotes[areaOnScreen()]
  if (count === 0) return null
  return (
    <Link className="version-chip notes-chip" to={filePath(id)}>
      {plural(count, 'note')} <span className="vh">on {fileName} to look at</span>
    </Link>
  )
}
