import { accounts } from '@portico/contract'
import { call } from '../../app/api.ts'
import { readFreelancerDestination } from '../../app/destination.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { EmailLinkPage } from './EmailLinkPage.tsx'
import { RequestLinkForm } from './RequestLinkForm.tsx'

export const meta = privatePageMeta('Forgot Password')

export default function ForgotPasswordPage() {
  return (
    <EmailLinkPage
      heading="Forgotten your password?"
      lead="We send a link by email with which you choose a new one."
    >
      <RequestLinkForm
        label="Email"
        send={(email) =>
          call(accounts.forgotPassword, { body: { email, path: readFreelancerDestination() } })
        }
        hint="The link works once, within the hour."
      />
    </EmailLinkPage>
  )
}
