import type { requests } from '@portico/contract'
import { Link } from 'react-router'
import { TextWithLinks } from '../../ui/TextWithLinks.tsx'
import { FileIcon, iconFor } from '../files/FileIcon.tsx'
import { FileName } from '../files/FileName.tsx'
import { formatFileSize } from '../files/file-size.ts'
import { filePath } from '../files/viewer/file-path.ts'
import { lineCountText, unableText } from './request-text.ts'

interface Props {
  request: Pick<requests.Request, 'answers' | 'files'>
  /** Long texts are folded. */
  isFolded?: boolean
}

/** All that answers a request: files, texts, and that there is nothing to give. Guests are named. */
export function RequestAnswers({ request: { answers, files }, isFolded = false }: Props) {
  return (
    <>
      {files.map((file) => (
        <div key={file.id} className="answer">
          <FileThumbnail file={file} />
          <div>
            <Link className="link answer__file" to={filePath(file.id)}>
              <FileName name={file.fileName} />
            </Link>
            <p className="small muted">
              {formatFileSize(file.size)}
              {file.authorType === 'Guest' && <bdi>, {file.author}</bdi>}
            </p>
          </div>
        </div>
      ))}
      {answers.map((answer) => (
        <div key={answer.id} className="answer">
          <TextAnswer answer={answer} isFolded={isFolded} />
        </div>
      ))}
    </>
  )
}

function FileThumbnail({ file: { thumbnailUrl, contentType } }: { file: requests.AnswerFile }) {
  return (
    <span className="thumb" aria-hidden="true">
      {thumbnailUrl ? (
        <img src={thumbnailUrl} alt="" width={40} height={40} loading="lazy" decoding="async" />
      ) : (
        <FileIcon name={iconFor(contentType)} />
      )}
    </span>
  )
}

function TextAnswer({ answer, isFolded }: { answer: requests.Answer; isFolded: boolean }) {
  const { text, unable, comment, author, authorType } = answer
  const words = text ?? comment
  const content = words && (
    <p className="answer__text" dir="auto">
      <TextWithLinks text={words} />
    </p>
  )
  return (
    <div>
      {unable && <p>{unableText[unable]}.</p>}
      {isFolded && words ? (
        <details>
          <summary className="small">{text ? lineCountText(words) : 'Why'}</summary>
          {content}
        </details>
      ) : (
        content
      )}
      {authorType === 'Guest' && (
        <p className="small muted">
          <bdi>{author}</bdi>
        </p>
      )}
    </div>
  )
}
