import { privatePageMeta } from '../../app/private-page-meta.ts'
import { isPreview } from '../../app/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { SettingsSection } from '../../ui/SettingsSection.tsx'
import { LoginLinks } from '../accounts/LoginLinks.tsx'
import { Sessions } from '../accounts/Sessions.tsx'
import { NotificationSettings } from '../activity/NotificationSettings.tsx'
import { CalendarSettings } from '../calendar/CalendarSettings.tsx'
import { DisabledInPreview } from '../preview/DisabledInPreview.tsx'

export const meta = privatePageMeta('Settings')

export default function ClientSettingsPage() {
  return (
    <Page heading="Settings" summary="What reaches you and how soon, and who is logged in as you.">
      {isPreview() && <Notice>Only your client can change these.</Notice>}
      <DisabledInPreview>
        <NotificationSettings area="client" />
        <CalendarSettings />
      </DisabledInPreview>
      <SettingsSection
        heading="Sessions"
        about="Where somebody is logged in as you. End what you do not recognise, and the link it came by."
      >
        {isPreview() ? <OnlyForClient /> : <Sessions />}
      </SettingsSection>
      <SettingsSection
        heading="Login links"
        about="The links that open your portal. A decision on a file needs a mailed code, once, where somebody came in by a link that the person who invited you has too."
      >
        {isPreview() ? <OnlyForClient /> : <LoginLinks />}
      </SettingsSection>
    </Page>
  )
}

/** Where somebody is logged in is not the freelancer’s business. */
const OnlyForClient = () => <p className="hint">Your client has a list here that only they see.</p>
