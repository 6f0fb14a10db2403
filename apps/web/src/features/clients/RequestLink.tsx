import { clients } from '@portico/contract'
import type { ReactNode } from 'react'
import { call } from '../../app/api.ts'
import { Drawing } from '../../ui/Drawing.tsx'
import { RequestLinkForm } from '../accounts/RequestLinkForm.tsx'

/** A form that mails a fresh link. The response does not reveal whether the client exists. */
export function RequestLink({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <>
      <Drawing name="door" />
      <h1 tabIndex={-1}>{heading}</h1>
      <p>{children}</p>
      <RequestLinkForm label="Your email" send={(email) => call(clients.requestLink, { body: { email } })} />
    </>
  )
}
