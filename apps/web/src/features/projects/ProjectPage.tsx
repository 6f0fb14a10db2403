import { titled } from '../../app/titled.ts'
import { Page } from '../../ui/Page.tsx'

export const meta = titled('Projects')

export default function ProjectPage() {
  return <Page heading="Project">{null}</Page>
}
