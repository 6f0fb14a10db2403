import { privatePageMeta } from '../../app/private-page-meta.ts'
import { isPreview } from '../../app/session.ts'
import { Note } from '../../ui/Note.tsx'
import { Page } from '../../ui/Page.tsx'
import { CalendarSettings } from '../calendar/CalendarSettings.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'

export const meta = privatePageMeta('Settings')

export default function ClientSettingsPage() {
  return (
    <Page heading="Settings" summary="What reaches you, and how soon.">
      {isPreview() ? (
        <Note>Only your client can change these.</Note>
      ) : (
        <>
          <NotificationSettings area="client" />
          <CalendarSettings />
        </>
      )}
    </Page>
  )
}
