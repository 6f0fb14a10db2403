import { privatePageMeta } from '../../app/private-page-meta.ts'
import { Page } from '../../ui/Page.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'

export const meta = privatePageMeta('Settings')

export default function ClientSettingsPage() {
  return (
    <Page heading="Settings" summary="What reaches you, and how soon.">
      <NotificationSettings area="client" />
    </Page>
  )
}
