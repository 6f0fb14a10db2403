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

const Body = lazy(() => import('./ConfirmDialogBody.tsx'))

/** Asks before something cannot be undone. Render it while it is open; its code comes when it is first asked for. */
export function ConfirmDialog(props: ConfirmProps) {
  return (
    <Suspense fallback={null}>
      <Body {...props} />
    </Suspense>
  )
}
