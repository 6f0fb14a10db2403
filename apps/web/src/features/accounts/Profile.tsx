import { useQuery } from '@tanstack/react-query'
import { useMemberRole } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailed, Loading } from '../../ui/States.tsx'
import { myProfile } from './accounts.queries.ts'
import { ProfileForm, TIME_ZONE_HINT } from './ProfileForm.tsx'

export function Profile() {
  const { data: profile, error, refetch } = useQuery(myProfile)
  const isManager = useMemberRole() !== 'member'

  if (profile) return <ProfileForm key={profile.id} profile={profile} />
  if (error) return <LoadFailed title="Failed to load profile" error={error} onRetry={refetch} />
  return (
    <Loading says="Loading profile...">
      <div className="form profile-skeleton">
        <div className="field">
          <span className="label">Name</span>
          <span className="input" />
        </div>
        {isManager && (
          <div className="field">
            <span className="label">Company or title</span>
            <span className="input" />
          </div>
        )}
        <div className="field">
          <span className="label">Time zone</span>
          <span className="input" />
          <span className="hint">{TIME_ZONE_HINT}</span>
        </div>
        <div className="field">
          <span className="label">Email</span>
          <span className="settings__fixed" />
        </div>
        <div className="actions">
          <Button disabled>Save Profile</Button>
        </div>
      </div>
    </Loading>
  )
}
