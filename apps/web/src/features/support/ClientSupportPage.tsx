import { useQuery } from '@tanstack/react-query'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { myFreelancer } from '../clients/clients.queries.ts'
import { AccountSupport } from './AccountSupport.tsx'

export const meta = privatePageMeta('Support')

export default function ClientSupportPage() {
  const { data: freelancer } = useQuery(myFreelancer)
  return (
    <AccountSupport
      area="client"
      lead={
        <>
          This goes to the people who run Portico, with the name of the account you are a client of. About
          your projects, write to {freelancer?.name ?? 'the person you work with'}.
        </>
      }
    />
  )
}
