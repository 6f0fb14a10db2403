import { useState } from 'react'
import { FileIcon, kindOf } from './FileIcon.tsx'
import type { Listed } from './files.queries.ts'
import { canBeShown } from './shown.ts'

/** The same room for all: a small picture once there is one, else an icon by kind. */
export function Thumbnail({ file, onShow }: { file: Listed; onShow: () => void }) {
  const picture = file.thumbnailUrl ? (
    <Picture key={file.id} fresh={file.thumbnailUrl} />
  ) : (
    <FileIcon name={kindOf(file.contentType)} />
  )
  if (!canBeShown(file)) return <span className="thumb">{picture}</span>
  return (
    <button type="button" className="thumb" aria-label={`Show ${file.fileName}`} onClick={onShow}>
      {picture}
    </button>
  )
}

/** Links are renewed while the page stands; a picture that is there is not fetched again for that. */
function Picture({ fresh }: { fresh: string }) {
  const [source, setSource] = useState(fresh)
  return (
    <img
      src={source}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      decoding="async"
      onError={() => source !== fresh && setSource(fresh)}
    />
  )
}
