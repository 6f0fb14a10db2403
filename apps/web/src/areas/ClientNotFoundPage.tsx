import { paths } from '@portico/contract'
import { privatePageMeta } from '../app/private-page-meta.ts'
import { NotFound } from './NotFound.tsx'

export const meta = privatePageMeta('Not Found')

export default function ClientNotFoundPage() {
  return <NotFound home={paths.client.home} label="My Projects" />
}
