import { lazy, Suspense } from 'react'
import { useSession } from '../app/session.ts'
import { titled } from '../app/titled.ts'
import { NotFound } from './NotFound.tsx'
import { PublicFrame } from './PublicFrame.tsx'

const FreelancerFrame = lazy(async () => ({
  default: (await import('./FreelancerFrame.tsx')).FreelancerFrame,
}))

export const meta = titled('Not Found')

/** A path that no route knows, in the frame of whoever asks. */
export default function UnknownPage() {
  const { status } = useSession('freelancer')
  if (status === 'loading') return null
  if (status === 'out') {
    return (
      <PublicFrame>
        <NotFound home="/welcome" label="Go to the front page" />
      </PublicFrame>
    )
  }
  return (
    <Suspense fallback={null}>
      <FreelancerFrame>
        <NotFound home="/" label="Go to the dashboard" />
      </FreelancerFrame>
    </Suspense>
  )
}
