import { Outlet } from 'react-router'
import { AreaError } from './AreaError.tsx'
import { PublicFrame } from './PublicFrame.tsx'

export const links = () => [{ rel: 'manifest', href: '/manifest.webmanifest' }]

export default function PublicArea() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  )
}

export function ErrorBoundary() {
  return (
    <PublicFrame>
      <AreaError />
    </PublicFrame>
  )
}
