import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { CloseCross } from './CloseButton.tsx'
import { DialogShell, type DialogShellProps } from './DialogShell.tsx'
import './Dialog.css'

interface Props extends Omit<DialogShellProps, 'title' | 'className'> {
  title: string
  /** Screen readers read it with the title. */
  description: ReactNode
  /** The description is more than one paragraph of text. */
  hasDetails?: boolean
  className?: string
  /** Where no button at the foot closes it. */
  hasCross?: boolean
}

/** A window in the middle of the page. Render it while it is open. */
export function Dialog(props: Props) {
  const { title, description, hasDetails = false, className, hasCross = false, children, ...shell } = props
  const heading = (
    <>
      <BaseDialog.Title>{title}</BaseDialog.Title>
      <BaseDialog.Description render={hasDetails ? <div className="dialog__asks" /> : undefined}>
        {description}
      </BaseDialog.Description>
    </>
  )
  return (
    <DialogShell {...shell} className={className ? `dialog ${className}` : 'dialog'}>
      {hasCross ? (
        <div className="dialog__head">
          <div>{heading}</div>
          <CloseCross />
        </div>
      ) : (
        heading
      )}
      {children}
    </DialogShell>
  )
}
