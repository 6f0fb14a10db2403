import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode, Ref } from 'react'
import { CoreIcon } from './CoreIcon.tsx'
import './Button.css'

/** Closes the dialog that it stands in: "Cancel". */
export function CloseButton({ ref, children }: { ref?: Ref<HTMLButtonElement>; children: ReactNode }) {
  return (
    <Dialog.Close ref={ref} className="btn btn--secondary">
      {children}
    </Dialog.Close>
  )
}

/** The same, at the top of what has no such button at its foot. */
export function CloseCross() {
  return (
    <Dialog.Close className="btn btn--quiet btn--icon btn--sm" aria-label="Close">
      <CoreIcon name="close" />
    </Dialog.Close>
  )
}
