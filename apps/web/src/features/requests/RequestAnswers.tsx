import type { requests } from '@portico/contract'
import { Link } from 'react-router'
import { TextWithLinks } from '../../ui/TextWithLinks.tsx'
import { FileIcon, iconFor } from '../files/FileIcon.tsx'
import { FileName } from '../files/FileName.tsx'
import { filePath } from '../files/file-path.ts'
import { formatFileSize } from '../files/file-size.ts'
import { ReviewBadge } from '../files/ReviewBadge.tsx'
import { unableText } from './request-text.ts'

interface Props {
  request: requests.Request
  /** The client's full name: only others are named. */
  unnamed: string
}

/** All answers to a request: files, texts, and that there is nothing to give. Guests and other people of the client are named. */
export function RequestAnswers({ request: { answers, files }, unnamed }: Props) {
  return (
    <>
      {files.map((file) => (
        <div key={file.id} className="answer">
          <FileThumbnail file={file} />
          <div>
            <Link className="link answer__file" to={filePath(file.id)}>
              <FileName name={file.fileName} />
            </Link>{' '}
            {file.review && <ReviewBadge review={file.review} today={undefined} />}
            <p className="small muted">
              {formatFileSize(file.size)}
              {file.author !== unnamed && <bdi>, {file.author}</bdi>}
            </p>
          </div>
        </div>
      ))}
      {answers.map((answer) => (
        <div key={answer.id} className="answer">
          <TextAnswer answer={answer} unnamed={unnamed} />
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

function TextAnswer({
  answer: { text, unable, comment, author },
  unnamed,
}: Pick<Props, 'unnamed'> & { answer: requests.Answer }) {
  const words = text ?? comment
  return (
    <div>
      {unable && <p>{unableText[unable]}.</p>}
      {words && (
        <p className="answer__text" dir="auto">
          <TextWithLinks text={words} />
        </p>
      )}
      {author !== unnamed && (
        <p className="small muted">
          <bdi>{author}</bdi>
        </p>
      )}
    </div>
  )
}
