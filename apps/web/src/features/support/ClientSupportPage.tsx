import { useQuery } from '@tanstack/react-query'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { isPreview } from '../../app/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { myFreelancer } from '../clients/clients.queries.ts'
import { AccountSupport } from './AccountSupport.tsx'

export const meta = privatePageMeta('Support')

export default function ClientSupportPage() {
  const { data: freelancer } = useQuery(myFreelancer)
  if (isPreview()) {
    return (
      <Page heading="Support">
        <Notice>
          Your client writes to the people who run Portico here. It cannot be used in the preview.
        </Notice>
      </Page>
    )
  }
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
