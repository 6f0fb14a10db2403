import { bin, paths, VERSION } from '@portico/contract'
import { Link } from 'react-router'
import { hasPlans, withPlansText } from '../../app/plans.tsx'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useMemberRole } from '../../app/session.ts'
import { SettingsSection } from '../../ui/SettingsSection.tsx'
import { Profile } from '../accounts/Profile.tsx'
import { SettingsPageFrame } from '../accounts/SettingsPageFrame.tsx'
import { ThemeChoice } from '../accounts/ThemeChoice.tsx'
import { PlanSection } from '../billing/PlanSection.tsx'
import { CalendarSettings } from '../calendar/CalendarSettings.tsx'
import { WorkWithOthers } from '../members/WorkWithOthers.tsx'
import '../accounts/settings.css'

export const meta = privatePageMeta('Settings')

export default function SettingsPage() {
  const role = useMemberRole()
  return (
    <SettingsPageFrame
      summary={`Who you are to your clients${role === 'owner' ? withPlansText(', and your plan') : ''}.`}
    >
      <SettingsSection
        heading="Profile"
        about={
          role === 'member'
            ? 'Your clients see your name in their area and in every email.'
            : 'Your clients see your name and your company or title in their area and in every email.'
        }
      >
        <Profile />
      </SettingsSection>
      {role === 'owner' && hasPlans() && (
        <SettingsSection heading="Plan" about="What it includes, what it costs and when it renews.">
          <PlanSection />
        </SettingsSection>
      )}
      <WorkWithOthers />
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
