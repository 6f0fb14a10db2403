import { titled } from '../app/titled.ts'
import { NotFound } from './NotFound.tsx'

export const meta = titled('Not Found')

export default function ClientNotFoundPage() {
  return <NotFound home="/client-dashboard" label="My Projects" />
}
