import { paths, type reviews } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { areaOnScreen } from '../../app/session.ts'
import { FileIcon, iconFor } from '../files/FileIcon.tsx'
import { FileName } from '../files/FileName.tsx'
import { formatFileSize } from '../files/file-size.ts'
import { oneFile } from '../files/files.queries.ts'

interface Props {
  review: reviews.Review
  onOpen?: (() => void) | undefined
  children: ReactNode
}

/** One file of a group: a preview and its name lead to the viewer, from where the review leads back. */
export function GroupRow({ review, onOpen, children }: Props) {
  const { fileId, fileName, version, size } = review
  const path = paths[areaOnScreen()].version(fileId, version)
  return (
    <li className="group-row" id={`review-${review.id}`}>
      <Preview review={review} path={path} onOpen={onOpen} />
      <div className="group-row__text">
        <Link className="group-row__name" to={path} onClick={onOpen}>
          <FileName name={fileName} />
        </Link>
        <p className="small muted">
          Version {version}, {formatFileSize(size)}
        </p>
      </div>
      <div className="group-row__answer">{children}</div>
    </li>
  )
}

/** The name beside it is the same link, for those who do not see the preview. */
function Preview({ review: { fileId }, path, onOpen }: { path: string } & Pick<Props, 'review' | 'onOpen'>) {
  const { data: file } = useQuery(oneFile(fileId))
  return (
    <Link className="group-row__preview" to={path} tabIndex={-1} aria-hidden="true" onClick={onOpen}>
      {file?.thumbnailUrl ? (
        <img src={file.thumbnailUrl} alt="" width={88} height={88} loading="lazy" decoding="async" />
      ) : (
        <FileIcon name={iconFor(file?.contentType ?? '')} />
      )}
    </Link>
  )
}
