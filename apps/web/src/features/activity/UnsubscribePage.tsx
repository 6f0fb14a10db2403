import { activity, linkPaths } from '@portico/contract'
import { call } from '../../app/api.ts'
import { mailedTopic, useMailedLink } from '../../app/mailed-link.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { EmailLinkFrame } from './EmailLinkFrame.tsx'
import { StopEmails } from './StopEmails.tsx'

export const meta = privatePageMeta('Emails')

/** The links in emails that stop one kind of them. */
export default function UnsubscribePage() {
  return (
    <EmailLinkFrame token={useMailedLink('unsubscribe')}>
      {(token) => {
        const topic = mailedTopic()
        const stop = () => call(activity.unsubscribe, { querystring: { token, topic } })
        return <StopEmails topic={topic} settingsUrl={linkPaths.emailSettings(token)} stop={stop} />
      }}
    </EmailLinkFrame>
  )
}
