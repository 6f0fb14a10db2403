import { useLayoutEffect } from 'react'
import { useSession } from '../app/session.ts'
import { storedKnownClient } from '../app/stored.ts'

/** Keeps `data-signed-in` of the document up to date after the script in the head has set it. */
export function useSignedInAttribute() {
  const freelancer = useSession('freelancer').status
  const client = useSession('client').status
  useLayoutEffect(() => {
    if (freelancer === 'loading') return
    const { dataset } = document.documentElement
    if (freelancer === 'in') dataset.signedIn = 'freelancer'
    else if (client === 'in') dataset.signedIn = 'client'
    else if (storedKnownClient.read()) dataset.signedIn = 'before'
    else delete dataset.signedIn
  }, [freelancer, client])
}
