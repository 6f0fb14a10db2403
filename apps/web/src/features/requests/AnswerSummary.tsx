import type { requests } from '@portico/contract'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { TextWithLinks } from '../../ui/TextWithLinks.tsx'
import { filePath } from '../files/file-path.ts'
import { lineCountText, unableText } from './request-text.ts'
import './requests.css'

interface Props {
  request: Pick<requests.Request, 'answers' | 'files'>
  /** The full name of the person who needs no name here: the reader, or the client. */
  unnamed: string
}

/** A summary of the answers to a request. Texts are folded, guests and other people of the client are named. */
export function AnswerSummary({ request, unnamed }: Props) {
  const { files, answers } = request
  if (files.length + answers.length === 0) return null
  return (
    <div className="row__sub muted">
      {files.map((file, index) => (
        <Fragment key={file.id}>
          {index > 0 && ', '}
          <Link className="answered-file" to={filePath(file.id)} dir="auto">
            {file.fileName}
          </Link>
          {file.review?.state === 'approved' && ' (approved)'}
          {file.author !== unnamed && <bdi> from {file.author}</bdi>}
        </Fragment>
      ))}
      {answers.map((answer) => (
        <TextSummary key={answer.id} answer={answer} unnamed={unnamed} />
      ))}
    </div>
  )
}

function TextSummary({
  answer: { text, unable, comment, author },
  unnamed,
}: Pick<Props, 'unnamed'> & { answer: requests.Answer }) {
  return (
    <div>
      {author !== unnamed && <bdi>{author}: </bdi>}
      {unable && unableText[unable]}
      {unable && comment && `. ${comment}`}
      {text && (
        <details>
          <summary>{lineCountText(text)}</summary>
          <p className="answered-text" dir="auto">
            <TextWithLinks text={text} />
          </p>
        </details>
      )}
    </div>
  )
}
