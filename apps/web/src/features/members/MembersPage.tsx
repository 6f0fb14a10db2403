import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useMemberRole } from '../../app/session.ts'
import { SettingsSection } from '../../ui/SettingsSection.tsx'
import { SettingsPageFrame } from '../accounts/SettingsPageFrame.tsx'
import { Members } from './Members.tsx'
import { WorkspaceName } from './WorkspaceName.tsx'

export const meta = privatePageMeta('Settings')

export default function MembersPage() {
  const isManager = useMemberRole() !== 'member'
  return (
    <SettingsPageFrame summary="Who works here, and which clients each of them sees.">
      <Members />
      {isManager && (
        <SettingsSection
          heading="Workspace"
          about="Your clients see this name beside the names of those who work with them."
        >
          <WorkspaceName />
        </SettingsSection>
      )}
    </SettingsPageFrame>
  )
}
