import { type ReactNode, useEffect, useRef } from 'react'
import { configuredDuration } from '../../app/configured-duration.ts'
import { CopyField } from '../../ui/CopyField.tsx'
import './clients.css'

interface Props {
  lead: string
  /** How the link gets to the client. */
  delivery: ReactNode
  firstName: string
  loginUrl: string
}

/** A link is shown only once, because Portico stores only its hash. */
export function LoginLink({ lead, delivery, firstName, loginUrl }: Props) {
  const first = useRef<HTMLParagraphElement>(null)
  // The element that had the focus has been replaced.
  useEffect(() => first.current?.focus(), [])

  return (
    <>
      <p className="blank__title" ref={first} tabIndex={-1}>
        {lead}
      </p>
      <p className="soft login-link__way">
        {delivery} It works for {configuredDuration('loginLink')}, as often as they like.
      </p>
      <CopyField
        label="Login link"
        value={loginUrl}
        action="Copy Link"
        copied="Login link copied to clipboard"
      />
      <p className="hint login-link__care">
        Whoever has this link comes in as {firstName}. Send it to nobody else. As you have seen it too, their
        first decision on a file needs a code that is mailed to them.
      </p>
    </>
  )
}
