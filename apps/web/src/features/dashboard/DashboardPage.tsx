import { titled } from '../../app/titled.ts'
import { Page } from '../../ui/Page.tsx'

export const meta = titled('Dashboard')

export default function DashboardPage() {
  return <Page heading="Dashboard">{null}</Page>
}
