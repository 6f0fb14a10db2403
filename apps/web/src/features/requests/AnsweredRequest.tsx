import type { requests } from '@portico/contract'
import { Fragment, useId, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { TextWithLinks } from '../../ui/TextWithLinks.tsx'
import { FileIcon, iconFor } from '../files/FileIcon.tsx'
import { filePath } from '../files/viewer/file-path.ts'
import { AnswerForm, type Sending } from './AnswerForm.tsx'
import { RequestBadge } from './RequestBadge.tsx'
import { lineCountText, unableText } from './request-text.ts'

interface Props {
  request: requests.Request
  /** The freelancer's first name. */
  name: string
  isReadOnly: boolean
  sending: Sending
}

/** What the client has answered, which can be changed until it is accepted. */
export function AnsweredRequest({ request, name, isReadOnly, sending }: Props) {
  const { id, title, kind, state, files } = request
  const [isChanging, setChanging] = useState(false)
  const titleId = useId()
  const canChange = state === 'answered' && !isReadOnly
  return (
    <li id={`request-${id}`} className="given" data-request-id={canChange && isChanging ? id : undefined}>
      <span className="thumb" aria-hidden="true">
        <FileIcon name={files[0] ? iconFor(files[0].contentType) : kind} />
      </span>
      <div className="given__text">
        <h3 id={titleId} className="given__title" dir="auto">
          {title}
        </h3>
        <Given request={request} />
      </div>
      <span className="given__state">
        <RequestBadge request={request} recipient={name} />
      </span>
      {canChange && (
        <div className="row__acts">
          <Button
            look="quiet"
            size="sm"
            aria-label={`Change ${title}`}
            aria-expanded={isChanging}
            onClick={() => setChanging(!isChanging)}
          >
            {isChanging ? 'Leave it' : 'Change'}
          </Button>
        </div>
      )}
      {canChange && isChanging && (
        <div className="given__form">
          <AnswerForm
            request={request}
            name={name}
            labelledBy={titleId}
            isPrimary={false}
            sending={sending}
            onSent={() => setChanging(false)}
          />
        </div>
      )}
    </li>
  )
}

function Given({ request: { files, answers } }: { request: requests.Request }) {
  return (
    <div className="row__sub muted">
      {files.map((file, index) => (
        <Fragment key={file.id}>
          {index > 0 && ', '}
          <Link className="given__file" to={filePath(file.id)} dir="auto">
            {file.fileName}
          </Link>
          {file.authorType === 'Guest' && <bdi> from {file.author}</bdi>}
        </Fragment>
      ))}
      {answers.map(({ id, text, unable, comment, author, authorType }) => (
        <div key={id}>
          {authorType === 'Guest' && <bdi>{author}: </bdi>}
          {unable && unableText[unable]}
          {unable && comment && `. ${comment}`}
          {text && (
            <details>
              <summary>{lineCountText(text)}</summary>
              <p className="given__words" dir="auto">
                <TextWithLinks text={text} />
              </p>
            </details>
          )}
        </div>
      ))}
    </div>
  )
}
