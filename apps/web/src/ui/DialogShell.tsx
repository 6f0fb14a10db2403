import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import type { ComponentProps } from 'react'
import { useCloseOnBack } from './use-close-on-back.ts'
import { useReturnFocus } from './use-return-focus.ts'
import './Panel.css'

type PopupProps = Omit<ComponentProps<typeof Dialog.Popup>, 'finalFocus'>

export interface DialogShellProps extends PopupProps {
  isOpen?: boolean
  /** Asks for a decision: a press beside it does not close it. */
  alert?: boolean
  /** Cannot be closed for now. */
  busy?: boolean
  /** Without it, it cannot be closed at all. */
  onClose?: (() => void) | undefined
  /** False where the address of the page says that it is open: Back closes it as it is. */
  closesOnBack?: boolean
}

/**
 * What everything has that opens over the page: it traps the focus and returns it, and Escape and the browser's Back close
 * it. `Dialog`, `Panel` and `Lightbox` lay it out.
 */
export function DialogShell(props: DialogShellProps) {
  const { isOpen = true, alert = false, busy = false, onClose, closesOnBack = true, ...popup } = props
  const returnFocus = useReturnFocus()
  const close = () => busy || onClose?.()
  useCloseOnBack(close, closesOnBack && onClose !== undefined)
  const Root = alert ? AlertDialog.Root : Dialog.Root
  return (
    <Root open={isOpen} onOpenChange={(open) => open || close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup {...popup} finalFocus={returnFocus} />
      </Dialog.Portal>
    </Root>
  )
}
