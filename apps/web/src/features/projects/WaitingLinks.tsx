import type { projects } from '@portico/contract'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { useLooksOnly } from '../../app/session.ts'
import { waitingPath, waitingText } from './waiting-text.ts'
import './Turn.css'

interface Props {
  projectId: string
  waiting: readonly projects.Waiting[]
  /** The first name of the other side. */
  other: string
}

/** What waits, as links in a sentence. Above a link that covers its row. */
export function WaitingLinks({ projectId, waiting, other }: Props) {
  return waiting.map((one, index) => (
    <Fragment key={`${one.reason} ${one.file?.id ?? ''}`}>
      {index > 0 && ', '}
      <Link className="link waiting-link" to={waitingPath(one, projectId)}>
        {waitingText(one, other)}
      </Link>
    </Fragment>
  ))
}

/** `Also for you: feedback from Maya, 2 answers to look at`. Nothing when nothing waits. */
export function AlsoForYou({ waiting, ...props }: Props) {
  const looksOnly = useLooksOnly()
  if (waiting.length === 0) return null
  return (
    <>
      Also for {looksOnly ? 'your colleagues' : 'you'}: <WaitingLinks waiting={waiting} {...props} />
    </>
  )
}
