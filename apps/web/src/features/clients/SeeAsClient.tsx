import type { clients } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { startPreviewIn } from '../../app/stored.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { previewClient } from './clients.queries.ts'

export function SeeAsClient({ client }: { client: clients.Client }) {
  const { mutateAsync, isPending } = useMutation(previewClient(client.id))

  async function open() {
    // Opened at the click, or browsers block it. The token goes straight into its storage: it is in no address and no history.
    const tab = window.open('about:blank')
    if (!tab)
      return void toast.error(
        'The preview could not be opened',
        'Allow this page to open tabs, and try again.',
      )
    tab.document.title = 'Opening the preview…'
    const preview = await mutateAsync().catch(() => undefined)
    if (!preview) return tab.close()
    startPreviewIn(tab, preview.token)
    tab.location.replace('/client-dashboard')
  }

  return (
    <Button className="btn--wraps" busy={isPending} busyLabel="Opening..." onClick={open}>
      See it as {client.firstName}
    </Button>
  )
}
