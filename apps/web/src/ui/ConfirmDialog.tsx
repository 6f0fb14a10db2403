import type { ReactNode } from 'react'
import { lazyDialog } from './lazy-dialog.tsx'

export interface ConfirmProps {
  heading: string
  question: string
  /** Counts what will be lost. */
  loss?: ReactNode
  /** The safe button: "Keep client". */
  keep: string
  /** The other one: "Delete Client". */
  confirm: string
  /** A way that loses nothing, between the two. */
  instead?: { label: string; busy: boolean; onChoose: () => void } | undefined
  /** Of the other one. */
  look?: 'danger' | 'primary'
  busy?: boolean
  busyLabel?: string
  onConfirm: () => void
  onClose: () => void
}

/** Loads its code ahead, so that it opens without a network too. */
export const loadConfirmDialog = () => import('./ConfirmDialogBody.tsx')

/** Asks before something that cannot be undone. Render it while it is open; its code is loaded on first use. */
export const ConfirmDialog = lazyDialog(loadConfirmDialog)
