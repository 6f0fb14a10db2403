import { toast } from '../../ui/toast.ts'
import { fetchFile } from './files.queries.ts'

/**
 * Opens a file in a new tab with a fresh link. The tab opens before the link is there: later the browser would block it as
 * a pop-up.
 */
export async function openFile(id: string) {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  try {
    const { fileUrl } = await fetchFile(id)
    if (tab) tab.location.replace(fileUrl)
    else window.location.assign(fileUrl)
  } catch {
    tab?.close()
    toast.error('The file could not be opened', 'It may have been deleted, or the connection was lost.')
  }
}
