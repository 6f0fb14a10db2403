import { type ReactNode, useRef } from 'react'
import type { FormState } from '../app/use-form.ts'
import { Button } from './Button.tsx'
import { CloseButton } from './CloseButton.tsx'
import { Dialog } from './Dialog.tsx'
import { Notice } from './Notice.tsx'

interface Props {
  title: string
  description: ReactNode
  hasDetails?: boolean
  form: FormState
  /** The label of the button, and its label while it sends. */
  action: string
  doing: string
  /** Of the button. */
  look?: 'primary' | 'danger'
  className: string
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form, whose first field gets the focus. Closing it keeps what was typed. It stays open while it sends. */
export function FormDialog({ form, action, doing, look = 'primary', className, children, ...dialog }: Props) {
  const element = useRef<HTMLFormElement>(null)
  return (
    <Dialog
      {...dialog}
      busy={form.busy}
      initialFocus={() =>
        element.current?.querySelector<HTMLElement>('input:not([hidden]), select, textarea') ?? true
      }
    >
      <form
        ref={(current) => {
          element.current = current
          form.ref(current)
        }}
        className={className}
        method="post"
        noValidate
        onSubmit={form.submit}
      >
        {children}
        {form.problem && <Notice danger>{form.problem}</Notice>}
        <div className="actions">
          <CloseButton>Cancel</CloseButton>
          <Button type="submit" look={look} busy={form.busy} busyLabel={doing}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
