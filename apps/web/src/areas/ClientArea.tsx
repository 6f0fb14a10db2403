import { Outlet } from 'react-router'
import { AreaError } from './AreaError.tsx'
import { ClientFrame } from './ClientFrame.tsx'

/** The client area can be installed as an app of its own. */
export const links = () => [{ rel: 'manifest', href: '/client.webmanifest' }]

export default function ClientArea() {
  return (
    <ClientFrame>
      <Outlet />
    </ClientFrame>
  )
}

export function ErrorBoundary() {
  return (
    <ClientFrame>
      <AreaError />
    </ClientFrame>
  )
}
