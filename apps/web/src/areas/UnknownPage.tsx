import { useSession } from '../app/session.ts'
import { titled } from '../app/titled.ts'
import { FreelancerFrame } from './FreelancerFrame.tsx'
import { NotFound } from './NotFound.tsx'
import { PublicFrame } from './PublicFrame.tsx'

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
    <FreelancerFrame>
      <NotFound home="/" label="Go to the dashboard" />
    </FreelancerFrame>
  )
}
