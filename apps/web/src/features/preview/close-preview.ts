import { paths } from '@portico/contract'
import { storedPreview } from '../../app/stored.ts'

/** Closes the tab. Where the browser does not let a page do that, it shows the client's page instead. */
export function closePreview(clientId: string) {
  storedPreview.remove()
  window.close()
  window.location.assign(paths.freelancer.client(clientId))
}
