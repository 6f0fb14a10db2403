import { chat, paths } from '@portico/contract'
import { call } from '../../app/api.ts'
import { useMailedLink } from '../../app/mailed-link.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { EmailLinkFrame } from './EmailLinkFrame.tsx'
import { StopEmails } from './StopEmails.tsx'

export const meta = privatePageMeta('Emails')

/** The links in emails of earlier versions, which were about messages only. */
export default function UnsubscribeFromChatPage() {
  return (
    <EmailLinkFrame token={useMailedLink('chat-mail')}>
      {(token) => (
        <StopEmails
          topic="messages"
          settingsUrl={
            token.startsWith('client.') ? paths.client.settings : paths.freelancer.notificationSettings
          }
          stop={() => call(chat.unsubscribe, { querystring: { token } })}
        />
      )}
    </EmailLinkFrame>
  )
}
