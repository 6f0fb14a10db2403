import type { clients } from '@portico/contract'
import { useEffect, useRef } from 'react'
import { CopyField } from '../../ui/CopyField.tsx'

interface Props {
  client: clients.Client
  loginUrl: string
  mailed: boolean
}

/** The link is shown this once; Portico keeps only its hash. */
export function ClientCreated({ client: { firstName, email }, loginUrl, mailed }: Props) {
  const lead = useRef<HTMLParagraphElement>(null)
  // The form that held the focus is gone: read on from here.
  useEffect(() => lead.current?.focus(), [])

  return (
    <>
      <p className="blank__title" ref={lead} tabIndex={-1}>
        {firstName} can come in now.
      </p>
      <p className="soft client-created__where">
        {mailed ? `The link is on its way to ${email}.` : 'Send them this link yourself.'} It works for 30
        days, as often as they like.
      </p>
      <CopyField
        label="Login link"
        value={loginUrl}
        action="Copy Link"
        copied="Login link copied to clipboard"
      />
      <p className="hint client-created__care">
        Whoever has this link comes in as {firstName}. Send it to nobody else.
      </p>
    </>
  )
}
