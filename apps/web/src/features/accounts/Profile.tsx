import { useQuery } from '@tanstack/react-query'
import { Bone, Failed, Loading } from '../../ui/States.tsx'
import { myProfile } from './accounts.queries.ts'
import { ProfileForm } from './ProfileForm.tsx'

export function Profile() {
  const { data: profile, error, refetch } = useQuery(myProfile)

  if (profile) return <ProfileForm key={profile.id} profile={profile} />
  if (error) return <Failed title="Failed to load profile" error={error} onRetry={refetch} />
  return (
    <Loading says="Loading profile...">
      <div className="form profile-bones">
        {['name', 'company', 'time zone', 'email'].map((field) => (
          <div key={field} className="field">
            <Bone short />
            <Bone tall />
          </div>
        ))}
      </div>
    </Loading>
  )
}
