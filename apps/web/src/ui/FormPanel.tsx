import { type ReactNode, type RefObject, type SubmitEvent, useId } from 'react'
import { FormFooter, type FormFooterProps } from './FormFooter.tsx'
import { Panel } from './Panel.tsx'

interface Props extends Omit<FormFooterProps, 'form'> {
  heading: string
  lead?: ReactNode
  form?: RefObject<HTMLFormElement | null>
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

/** A form in a panel that cannot be closed while it is sending. */
export function FormPanel({ heading, lead, form, onSubmit, onClose, children, ...foot }: Props) {
  const id = useId()
  return (
    <Panel heading={heading} onClose={() => foot.busy || onClose()} foot={<FormFooter form={id} {...foot} />}>
      {lead}
      <form ref={form} id={id} className="form" method="post" noValidate onSubmit={onSubmit}>
        {children}
      </form>
    </Panel>
  )
}
