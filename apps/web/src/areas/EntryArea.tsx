import { Outlet } from 'react-router'
import { AreaError } from './AreaError.tsx'
import { EntryFrame } from './EntryFrame.tsx'

export default function EntryArea() {
  return (
    <EntryFrame>
      <Outlet />
    </EntryFrame>
  )
}

export function ErrorBoundary() {
  return (
    <EntryFrame>
      <main className="narrow" id="main" tabIndex={-1}>
        <AreaError />
      </main>
    </EntryFrame>
  )
}
