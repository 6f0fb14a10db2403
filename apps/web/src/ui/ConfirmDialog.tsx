import { lazy, type ReactNode, Suspense } from 'react'

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

const Body = lazy(loadConfirmDialog)

/** Asks before something cannot be undone. Render it while it is open; its code comes when it is first asked for. */
export function ConfirmDialog(props: ConfirmProps) {
  return (
    <Suspense fallback={null}>
      <Body {...props} />
    </Suspense>
  )
}
