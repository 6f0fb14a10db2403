import { useState } from 'react'
import { FileIcon, iconFor } from './FileIcon.tsx'
import type { ListedFile } from './files.queries.ts'
import { isCheckedImage } from './viewable-image.ts'

/** The thumbnail of a file, or an icon for its type. */
export function Thumbnail({ file, onShow }: { file: ListedFile; onShow: () => void }) {
  const picture = <ThumbnailOrIcon file={file} />
  if (!isCheckedImage(file)) return <span className="thumb">{picture}</span>
  return (
    <button type="button" className="thumb" aria-label={`Show ${file.fileName}`} onClick={onShow}>
      {picture}
    </button>
  )
}

/** As large as its box, which has a size of its own. */
export const ThumbnailOrIcon = ({ file }: { file: ListedFile }) =>
  file.thumbnailUrl ? <Picture key={file.id} file={file} /> : <TypeIcon file={file} />

const TypeIcon = ({ file }: { file: ListedFile }) => <FileIcon name={iconFor(file.contentType)} />

/** The list renews its links: a loaded picture keeps its old one, a failed picture is loaded again. */
function Picture({ file }: { file: ListedFile }) {
  const [current, setCurrent] = useState(file)
  const [failed, setFailed] = useState<ListedFile>()
  if (failed === current && file !== failed) setCurrent(file)
  if (failed === file) return <TypeIcon file={file} />
  return (
    <img
      key={current.readAt}
      src={current.thumbnailUrl ?? undefined}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(current)}
    />
  )
}
