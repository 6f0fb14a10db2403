import { type ReactNode, useId } from 'react'
import type { FormState } from '../app/use-form.ts'
import { Button } from './Button.tsx'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { Notice } from './Notice.tsx'
import { Panel } from './Panel.tsx'

interface Props {
  heading: string
  lead?: ReactNode
  form: FormState
  /** The label of the button, and its label while it sends. */
  action: string
  doing: string
  /** The names of fields that somebody else may change meanwhile. */
  labels?: Record<string, string>
  /** Something that follows the form is under way. */
  busy?: boolean
  /** Takes the place of the form in the same panel, so that the focus stays inside. */
  done?: { heading: string; content: ReactNode } | false | undefined
  /** `isDone` says whether the form was sent. */
  onClose: (isDone: boolean) => void
  children: ReactNode
}

/** A form in a panel. Closing the panel keeps what was typed, Cancel discards it, and neither is possible while it is sent. */
export function FormPanel({
  heading,
  lead,
  form,
  action,
  doing,
  labels = {},
  done,
  onClose,
  children,
  ...props
}: Props) {
  const id = useId()
  const busy = form.busy || props.busy === true
  if (done) {
    return (
      <Panel
        heading={done.heading}
        onClose={() => onClose(true)}
        foot={
          <Button look="primary" onClick={() => onClose(true)}>
            Done
          </Button>
        }
      >
        {done.content}
      </Panel>
    )
  }
  function cancel() {
    form.discard()
    onClose(false)
  }
  return (
    <Panel
      heading={heading}
      busy={busy}
      onClose={() => onClose(false)}
      foot={
        <>
          <Button look="quiet" disabled={busy} onClick={cancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            look="primary"
            disabled={form.isUntouched && !busy}
            busy={busy}
            busyLabel={doing}
          >
            {action}
          </Button>
        </>
      }
    >
      {lead}
      <form ref={form.ref} id={id} className="form" method="post" noValidate onSubmit={form.submit}>
        {children}
        {form.conflicts.map((conflict) => (
          <div key={conflict.name} ref={scrollIntoView}>
            <ChangedMeanwhile conflict={conflict} label={labels[conflict.name]} />
          </div>
        ))}
        {form.problem && (
          <div ref={scrollIntoView}>
            <Notice danger>{form.problem}</Notice>
          </div>
        )}
      </form>
    </Panel>
  )
}

/** On a low screen the foot may cover the message. */
function scrollIntoView(notice: HTMLElement | null) {
  notice?.scrollIntoView?.({ block: 'nearest' })
}
