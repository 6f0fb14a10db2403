import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Blank } from '../../ui/States.tsx'
import { allClients } from '../clients/clients.queries.ts'
import CreateProjectPanel from './CreateProjectPanel.tsx'

const CreateClientPanel = lazy(() => import('../clients/CreateClientPanel.tsx'))

/** A project for whom the person chooses. Before there is anybody the way leads over their first client. */
export default function CreateProject({ onClose }: { onClose: () => void }) {
  const { data: clients } = useQuery(allClients)
  const [step, setStep] = useState<'inviting' | 'invited'>()

  if (step === 'inviting') {
    return (
      <Suspense fallback={null}>
        <CreateClientPanel onClose={(created) => (created ? setStep('invited') : onClose())} />
      </Suspense>
    )
  }
  // Whom they have just made may not be in the list yet.
  if (clients?.length !== 0 || step === 'invited') return <CreateProjectPanel onClose={onClose} />
  return (
    <Panel
      heading="New project"
      onClose={onClose}
      foot={
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <Blank
        title="You have no clients yet."
        drawing="door"
        action={
          <Button look="primary" onClick={() => setStep('inviting')}>
            + Create Client
          </Button>
        }
      >
        A project is made for a client. Create your first one, and go on to the project from there.
      </Blank>
    </Panel>
  )
}
