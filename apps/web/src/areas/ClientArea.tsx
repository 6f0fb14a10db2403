import { Outlet } from 'react-router'
import { AreaError } from './AreaError.tsx'
import { ClientFrame } from './ClientFrame.tsx'

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
