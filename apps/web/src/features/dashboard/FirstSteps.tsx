import type { ReactNode } from 'react'
import { withPlansText } from '../../app/plans.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import './first-steps.css'

interface Props {
  /** How many there are. */
  clients: number
  onNewClient: () => void
  onNewProject: () => void
}

/** Guides a new account to the first client and the first project. */
export function FirstSteps({ clients, onNewClient, onNewProject }: Props) {
  const invited = clients > 0

  return (
    <section className="section">
      <div className="section__head">
        <h2>Three steps to your first client</h2>
      </div>
      <ol className="first-steps">
        <Step
          heading="Create a client"
          done={invited}
          action={
            <Button look={invited ? 'secondary' : 'primary'} onClick={onNewClient}>
              Create a client
            </Button>
          }
        >
          A name and an email address. Portico makes their link and sends it for you.
        </Step>
        <Step
          heading="Add a project"
          action={
            <Button
              look={invited ? 'primary' : 'secondary'}
              aria-disabled={!invited || undefined}
              aria-describedby={invited ? undefined : 'first-project-waits'}
              onClick={() => invited && onNewProject()}
            >
              Add a project
            </Button>
          }
        >
          A title, a status, a due date. <span id="first-project-waits">It is made for a client.</span>
        </Step>
        <Step heading="They come in">
          Your client opens the link and sees the project. From there on it is files, approvals, requests and{' '}
          {withPlansText('feedback, and chat on the plans that have it', 'feedback, and chat')}.
        </Step>
      </ol>
    </section>
  )
}

interface StepProps {
  heading: string
  done?: boolean
  action?: ReactNode
  children: ReactNode
}

function Step({ heading, done = false, action, children }: StepProps) {
  return (
    <li>
      <h3>
        {heading}
        {done && (
          <span className="first-steps__done">
            <Icon name="check" small />
            Done
          </span>
        )}
      </h3>
      <p>{children}</p>
      {!done && action}
    </li>
  )
}
