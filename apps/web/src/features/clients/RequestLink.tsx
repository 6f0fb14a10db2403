import { clients, isPortalPath } from '@portico/contract'
import type { ReactNode } from 'react'
import { call } from '../../app/api.ts'
import { readDestination } from '../../app/destination.ts'
import { Drawing } from '../../ui/Drawing.tsx'
import { RequestLinkForm } from '../accounts/RequestLinkForm.tsx'

/** A form that mails a fresh link, which opens the page that was wanted. The response does not reveal whether the client exists. */
export function RequestLink({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <>
      <Drawing name="door" />
      <h1 tabIndex={-1}>{heading}</h1>
      <p>{children}</p>
      <RequestLinkForm label="Your email" send={requestLink} />
    </>
  )
}

function requestLink(email: string) {
  const path = readDestination('client')
  return call(clients.requestLink, { body: { email, ...(path && isPortalPath(path) && { path }) } })
}
