import { type accounts, paths } from '@portico/contract'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { clearMailedLink, useMailedLink } from '../../app/mailed-link.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { EmailLinkPage } from './EmailLinkPage.tsx'
import { NewPasswordForm, useFinishReset } from './NewPasswordForm.tsx'
import { SecondStep } from './SecondStep.tsx'

export const meta = privatePageMeta('Reset Password')

/** The emailed link opens this page. The script in the head has already removed its token from the address. */
export default function ResetPasswordPage() {
  const token = useMailedLink('reset-password')
  const [refusal, setRefusal] = useState<string>()
  const [begun, setBegun] = useState<accounts.LoginChallenge>()
  const finish = useFinishReset()
  const navigate = useNavigate()
  // The pressed button disappears. Focusing the heading lets screen readers announce the result.
  useEffect(() => {
    if (refusal) document.querySelector<HTMLElement>('#main h1')?.focus()
  }, [refusal])

  if (begun) {
    return (
      <EmailLinkPage
        heading="Your new password is set"
        lead="Every earlier session has ended. To log in here, one step is left."
      >
        <SecondStep
          begun={begun}
          className="form narrow__form"
          onSignedIn={finish}
          onBack={() => {
            clearMailedLink()
            navigate(paths.login, { replace: true })
          }}
        />
      </EmailLinkPage>
    )
  }
  if (refusal) {
    return (
      <EmailLinkPage heading={refusal} lead="Your password is as it was. Have a fresh link sent to you.">
        <FreshLink />
      </EmailLinkPage>
    )
  }
  if (token === '') {
    return (
      <EmailLinkPage
        heading="This page needs the link from your email."
        lead="Open that link again, or have a fresh one sent to you."
      >
        <FreshLink />
      </EmailLinkPage>
    )
  }
  return (
    <EmailLinkPage
      heading="Choose a new password"
      lead="It logs you in here, and ends every earlier session."
    >
      <NewPasswordForm
        onSecondStep={setBegun}
        onRefused={(message) => {
          clearMailedLink()
          setRefusal(message)
        }}
      />
    </EmailLinkPage>
  )
}

function FreshLink() {
  return (
    <div className="actions">
      <Link className="btn btn--primary btn--lg" to={paths.forgotPassword}>
        Get a fresh link
      </Link>
    </div>
  )
}
