import { accounts } from '@portico/contract'
import { call } from '../../app/api.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { MailedLinkForm } from './MailedLinkForm.tsx'
import { NewKeyPage } from './NewKeyPage.tsx'

export const meta = privatePageMeta('Forgot Password')

export default function ForgotPasswordPage() {
  return (
    <NewKeyPage
      heading="Forgotten your password?"
      lead="We send a link by e-mail with which you choose a new one."
    >
      <MailedLinkForm
        label="Email"
        send={(email) => call(accounts.forgotPassword, { body: { email } })}
        hint="The link works once, within the hour."
      />
    </NewKeyPage>
  )
}
