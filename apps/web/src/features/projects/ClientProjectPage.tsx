import { titled } from '../../app/titled.ts'
import { Page } from '../../ui/Page.tsx'

export const meta = titled('My Projects')

export default function ClientProjectPage() {
  return <Page heading="Project">{null}</Page>
}
