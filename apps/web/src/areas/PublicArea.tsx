import { Outlet } from 'react-router'
import { AreaError } from './AreaError.tsx'
import { PublicFrame } from './PublicFrame.tsx'

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
