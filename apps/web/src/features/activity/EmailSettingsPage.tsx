import { activity } from '@portico/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, call } from '../../app/api.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { useMailedLink } from '../../app/mailed-link.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { EmailChoices } from './EmailChoices.tsx'
import { EmailLinkFrame } from './EmailLinkFrame.tsx'
import { browserTimeZone } from './notification-settings.queries.ts'

export const meta = privatePageMeta('Settings')

/** The notification settings, by the link in an email. */
export default function EmailSettingsPage() {
  return (
    <EmailLinkFrame token={useMailedLink('email-settings')}>
      {(token) => <EmailSettings token={token} />}
    </EmailLinkFrame>
  )
}

function EmailSettings({ token }: { token: string }) {
  const [settings, setSettings] = useState<activity.Settings>()
  const [error, setError] = useState<ApiError>()
  const querystring = { token }

  const load = useEffectEvent(async () => {
    setError(undefined)
    try {
      setSettings(await call(activity.getSettingsByEmail, { querystring }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setError(error)
    }
  })
  useEffect(() => void load(), [])

  async function change(choice: activity.SettingsChange) {
    if (!settings) return
    setSettings({ ...settings, ...choice })
    const zone = token.startsWith('client.') ? { timeZone: browserTimeZone() } : {}
    try {
      setSettings(await call(activity.changeSettingsByEmail, { querystring, body: { ...choice, ...zone } }))
      toast.success('Saved')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setSettings(settings)
      toast.error(...failureMessage(error, { failure: 'Failed to save your choice' }))
    }
  }

  if (error) {
    const [title, detail] = failureMessage(error, { fallback: 'Failed to load settings' })
    return (
      <div role="alert">
        <h1 tabIndex={-1}>{title}</h1>
        {detail && <p>{detail}</p>}
        {error.status !== 401 && (
          <div className="actions">
            <Button onClick={load}>Retry</Button>
          </div>
        )}
      </div>
    )
  }
  return (
    <>
      <h1 tabIndex={-1}>Which emails do you want?</h1>
      <p>Each choice is saved at once.</p>
      <EmailChoices settings={settings} onChange={change} />
    </>
  )
}
