import { Outlet } from 'react-router'
import { AreaError } from './AreaError.tsx'
import { FreelancerFrame } from './FreelancerFrame.tsx'

export const links = () => [{ rel: 'manifest', href: '/manifest.webmanifest' }]

export default function FreelancerArea() {
  return (
    <FreelancerFrame>
      <Outlet />
    </FreelancerFrame>
  )
}

export function ErrorBoundary() {
  return (
    <FreelancerFrame>
      <AreaError />
    </FreelancerFrame>
  )
}
