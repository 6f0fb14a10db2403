import { useEffect, useState } from 'react'
import { handleConfirmations } from '../../app/identity-confirmation.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const ConfirmIdentityDialog = lazyDialog(() => import('./ConfirmIdentityDialog.tsx'))

/** Asks for the password or a passkey when a call needs one, wherever that call is made. */
export function ConfirmIdentity() {
  const [asked, setAsked] = useState<{ answer: (isConfirmed: boolean) => void }>()
  useEffect(
    () => handleConfirmations(() => new Promise<boolean>((resolve) => setAsked({ answer: resolve }))),
    [],
  )
  if (!asked) return null
  const answer = (isConfirmed: boolean) => {
    asked.answer(isConfirmed)
    setAsked(undefined)
  }
  return <ConfirmIdentityDialog onConfirmed={() => answer(true)} onClose={() => answer(false)} />
}
