import { titled } from '../../app/titled.ts'
import { Page } from '../../ui/Page.tsx'

export const meta = titled('Clients')

export default function ClientsPage() {
  return <Page heading="Your Clients">{null}</Page>
}
