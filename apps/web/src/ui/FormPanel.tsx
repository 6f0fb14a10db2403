import { type ReactNode, type RefObject, type SubmitEvent, useId } from 'react'
import { FormFoot, type FormFootProps } from './FormFoot.tsx'
import { Panel } from './Panel.tsx'

interface Props extends Omit<FormFootProps, 'form'> {
  heading: string
  /** Stands above the form. */
  lead?: ReactNode
  form?: RefObject<HTMLFormElement | null>
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

/** A form in a panel, which stays while it is being sent. */
export function FormPanel({ heading, lead, form, onSubmit, onClose, children, ...foot }: Props) {
  const id = useId()
  return (
    <Panel heading={heading} onClose={() => foot.busy || onClose()} foot={<FormFoot form={id} {...foot} />}>
      {lead}
      <form ref={form} id={id} className="form" method="post" noValidate onSubmit={onSubmit}>
        {children}
      </form>
    </Panel>
  )
}
