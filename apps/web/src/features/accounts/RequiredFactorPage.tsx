import { paths } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { clearFactorNeeded } from '../../app/factor-needed.ts'
import { Brand } from '../../ui/Brand.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmIdentity } from './ConfirmIdentity.tsx'
import { myFactors } from './factors.queries.ts'
import { TwoStepSignIn } from './TwoStepSignIn.tsx'
import './confirm.css'

/** In place of every page of somebody who has to set up a second factor first. */
export default function RequiredFactorPage({ onLogout }: { onLogout: () => void }) {
  const { data: mine } = useQuery(myFactors)
  const isOn = mine !== undefined && (mine.app !== null || mine.passkeys.length > 0)
  return (
    <>
      <header className="pagebar">
        <Brand to={paths.welcome} />
        <Button look="quiet" onClick={onLogout}>
          Logout
        </Button>
      </header>
      <main className="narrow" id="main" tabIndex={-1}>
        <h1 tabIndex={-1}>Set up two-step sign-in</h1>
        <p>This portal asks everybody for one thing besides their password. Set it up, and go on.</p>
        <ConfirmIdentity />
        <TwoStepSignIn />
        {isOn && (
          <div className="actions">
            <Button look="primary" size="lg" onClick={clearFactorNeeded}>
              Continue
            </Button>
          </div>
        )}
      </main>
    </>
  )
}
