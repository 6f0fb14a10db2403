import { useState } from 'react'
import { FileIcon, kindOf } from './FileIcon.tsx'
import type { Listed } from './files.queries.ts'
import { canBeShown } from './shown.ts'

/** The same room for all: a small picture once there is one, else an icon by kind. */
export function Thumbnail({ file, onShow }: { file: Listed; onShow: () => void }) {
  const picture = file.thumbnailUrl ? <Picture key={file.id} file={file} /> : <Kind file={file} />
  if (!canBeShown(file)) return <span className="thumb">{picture}</span>
  return (
    <button type="button" className="thumb" aria-label={`Show ${file.fileName}`} onClick={onShow}>
      {picture}
    </button>
  )
}

const Kind = ({ file }: { file: Listed }) => <FileIcon name={kindOf(file.contentType)} />

/** Links are renewed while the page stands: a picture that is there is not fetched again for that, one that failed is. */
function Picture({ file }: { file: Listed }) {
  const [shown, show] = useState(file)
  const [failed, setFailed] = useState<Listed>()
  if (failed === shown && file !== failed) show(file)
  if (failed === file) return <Kind file={file} />
  return (
    <img
      key={shown.readAt}
      src={shown.thumbnailUrl ?? undefined}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(shown)}
    />
  )
}
