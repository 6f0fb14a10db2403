import { accounts } from '@portico/contract'
import { call } from '../../app/api.ts'
import { titled } from '../../app/titled.ts'
import { MailedLinkForm } from './MailedLinkForm.tsx'
import { NewKeyPage } from './NewKeyPage.tsx'

export const meta = titled('Forgot Password')

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
