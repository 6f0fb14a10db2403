import { privatePageMeta } from '../../app/private-page-meta.ts'
import { SettingsPageFrame } from '../../ui/SettingsPageFrame.tsx'
import { SettingsSection } from '../../ui/SettingsSection.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Sessions } from './Sessions.tsx'
import './settings.css'

export const meta = privatePageMeta('Settings')

export default function SecurityPage() {
  return (
    <SettingsPageFrame summary="How you come in, and where you are logged in.">
      <SettingsSection
        heading="Password"
        about="A new password ends every other session. Here you stay logged in."
      >
        <PasswordForm />
      </SettingsSection>
      <SettingsSection
        heading="Sessions"
        about="Where you are logged in. End what you do not recognise, and change your password."
      >
        <Sessions />
      </SettingsSection>
    </SettingsPageFrame>
  )
}
