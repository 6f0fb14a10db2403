import type { ReactNode } from 'react'
import { lazyDialog } from './lazy-dialog.tsx'

export interface ConfirmProps {
  heading: string
  /** The spec's sentence. */
  question: string
  /** What will be lost, counted. */
  loss?: ReactNode
  /** The safe button: "Keep client". */
  keep: string
  /** The other one: "Delete Client". */
  confirm: string
  busy?: boolean
  busyLabel?: string
  onConfirm: () => void
  onClose: () => void
}

/** Its code, for pages that want it to be there although the network has gone. */
export const loadConfirmDialog = () => import('./ConfirmDialogBody.tsx')

/** Asks before something cannot be undone. Render it while it is open; its code comes when it is first asked for. */
export const ConfirmDialog = lazyDialog(loadConfirmDialog)
