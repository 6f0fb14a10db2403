import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/States.tsx'
import CreateClientPanel from '../clients/CreateClientPanel.tsx'
import { allClients } from '../clients/clients.queries.ts'
import CreateProjectPanel from './CreateProjectPanel.tsx'

/** A new project for a client of the freelancer's choice. Without clients it first creates one. */
export default function CreateProject({ onClose }: { onClose: () => void }) {
  const { data: clients } = useQuery(allClients)
  const [step, setStep] = useState<'inviting' | 'invited'>()

  if (step === 'inviting') {
    return <CreateClientPanel onClose={(created) => (created ? setStep('invited') : onClose())} />
  }
  // The list may not contain the new client yet.
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
      <EmptyState
        title="You have no clients yet."
        drawing="door"
        action={
          <Button look="primary" onClick={() => setStep('inviting')}>
            + Create Client
          </Button>
        }
      >
        A project is made for a client. Create your first one, then continue with the project.
      </EmptyState>
    </Panel>
  )
}
