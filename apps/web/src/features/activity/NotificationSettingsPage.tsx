import { privatePageMeta } from '../../app/private-page-meta.ts'
import { OwnEmailRefused } from '../accounts/OwnEmailRefused.tsx'
import { SettingsPageFrame } from '../accounts/SettingsPageFrame.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'

export const meta = privatePageMeta('Settings')

export default function NotificationSettingsPage() {
  return (
    <SettingsPageFrame summary="What reaches you, and how soon.">
      <div className="page-notices">
        <OwnEmailRefused />
      </div>
      <NotificationSettings area="freelancer" />
    </SettingsPageFrame>
  )
}
