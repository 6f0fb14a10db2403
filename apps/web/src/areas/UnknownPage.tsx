import { paths } from '@portico/contract'
import { privatePageMeta } from '../app/private-page-meta.ts'
import { useSession } from '../app/session.ts'
import { FreelancerFrame } from './FreelancerFrame.tsx'
import { NotFound } from './NotFound.tsx'
import { PublicFrame } from './PublicFrame.tsx'

export const meta = privatePageMeta('Not Found')

/** The 404 page, in the frame of the area that the visitor is signed in to. */
export default function UnknownPage() {
  const { status } = useSession('freelancer')
  if (status === 'loading') return null
  if (status === 'out') {
    return (
      <PublicFrame>
        <NotFound home={paths.welcome} label="Go to the front page" />
      </PublicFrame>
    )
  }
  return (
    <FreelancerFrame>
      <NotFound home="/" label="Go to the dashboard" />
    </FreelancerFrame>
  )
}
