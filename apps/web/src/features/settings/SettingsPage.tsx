import { bin, paths, VERSION } from '@portico/contract'
import { Link } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { SettingsPageFrame } from '../../ui/SettingsPageFrame.tsx'
import { SettingsSection } from '../../ui/SettingsSection.tsx'
import { Profile } from '../accounts/Profile.tsx'
import { ThemeChoice } from '../accounts/ThemeChoice.tsx'
import { PlanSection } from '../billing/PlanSection.tsx'
import { CalendarSettings } from '../calendar/CalendarSettings.tsx'
import '../accounts/settings.css'

export const meta = privatePageMeta('Settings')

export default function SettingsPage() {
  return (
    <SettingsPageFrame summary="Who you are to your clients, and your plan.">
      <SettingsSection
        heading="Profile"
        about="Your clients see your name and your company or title in their area and in every email."
      >
        <Profile />
      </SettingsSection>
      <SettingsSection heading="Plan" about="What it includes, what it costs and when it renews.">
        <PlanSection />
      </SettingsSection>
      <CalendarSettings />
      <SettingsSection
        heading="Bin"
        about={`Deleted projects and files can be brought back for ${bin.BIN_DAYS} days.`}
      >
        <Link className="link" to={paths.freelancer.bin}>
          Open the bin
        </Link>
      </SettingsSection>
      <SettingsSection
        heading="Theme"
        about="System follows your device. The choice is kept in this browser."
      >
        <ThemeChoice />
      </SettingsSection>
      <p className="hint num settings__version">Portico {VERSION}</p>
    </SettingsPageFrame>
  )
}
