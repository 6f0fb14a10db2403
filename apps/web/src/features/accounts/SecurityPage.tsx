import { paths } from '@portico/contract'
import { Link, useLocation } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useMemberRole } from '../../app/session.ts'
import { SettingsSection } from '../../ui/SettingsSection.tsx'
import { ChangedAddresses } from './ChangedAddresses.tsx'
import { HandedOutLinks } from './HandedOutLinks.tsx'
import { OwnEmail } from './OwnEmail.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { RequireFactor } from './RequireFactor.tsx'
import { Sessions } from './Sessions.tsx'
import { SettingsPageFrame } from './SettingsPageFrame.tsx'
import { TwoStepSignIn } from './TwoStepSignIn.tsx'
import './settings.css'

export const meta = privatePageMeta('Settings')

export default function SecurityPage() {
  const isManager = useMemberRole() !== 'member'
  // Of somebody who has just set a new password by a link (NewPasswordForm.tsx).
  const next = (useLocation().state as { next?: string } | null)?.next
  return (
    <SettingsPageFrame summary="How you come in, and where you are logged in.">
      <SettingsSection id="email" heading="Email" about="You log in with it, and emails reach you there.">
        <OwnEmail />
      </SettingsSection>
      <SettingsSection
        heading="Password"
        about="A new password ends every other session, and a change of your email that is not confirmed. Here you stay logged in."
      >
        <PasswordForm />
      </SettingsSection>
      <SettingsSection
        id="two-step"
        heading="Two-step sign-in"
        about="After your password, one thing that only you have."
      >
        <TwoStepSignIn />
        <RequireFactor />
      </SettingsSection>
      <SettingsSection
        heading="Sessions"
        about="Where you are logged in. End what you do not recognise, and change your password."
      >
        <Sessions />
      </SettingsSection>
      <SettingsSection
        id="handed-out"
        heading="Links that were handed out"
        about="Login links of your clients that were shown here, and links of guests. If somebody else was in your account, they may have copied them."
      >
        <HandedOutLinks />
        <ChangedAddresses />
        {next && (
          <Link className="link small" to={next}>
            Continue to the page you wanted
          </Link>
        )}
      </SettingsSection>
      {isManager && (
        <SettingsSection
          heading="Security log"
          about="Logins, links, exports, deletions and refusals: who, when, and from which device."
        >
          <Link className="link" to={paths.freelancer.securityLog}>
            Open the security log
          </Link>
        </SettingsSection>
      )}
    </SettingsPageFrame>
  )
}
