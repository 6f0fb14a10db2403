import { useQuery } from '@tanstack/react-query'
import { clearRestriction } from '../../app/restriction.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmIdentity } from './ConfirmIdentity.tsx'
import { myFactors } from './factors.queries.ts'
import { RestrictedPage } from './RestrictedPage.tsx'
import { TwoStepSignIn } from './TwoStepSignIn.tsx'

/** For somebody who has to set up a second factor first. */
export default function RequiredFactorPage({ onLogout }: { onLogout: () => void }) {
  const { data: mine } = useQuery(myFactors)
  const isOn = mine !== undefined && (mine.app !== null || mine.passkeys.length > 0)
  return (
    <RestrictedPage heading="Set up two-step sign-in" onLogout={onLogout}>
      <p>
        {mine?.requiredBy ?? 'This portal'} asks everybody for one thing besides their password. Set it up,
        and go on.
      </p>
      <ConfirmIdentity />
      <TwoStepSignIn />
      {isOn && (
        <div className="actions">
          <Button look="primary" size="lg" onClick={clearRestriction}>
            Continue
          </Button>
        </div>
      )}
    </RestrictedPage>
  )
}
