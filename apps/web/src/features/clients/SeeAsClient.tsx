import { type clients, paths } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { startPreviewIn } from '../../app/stored.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { previewClient } from './clients.queries.ts'

interface Props extends Pick<ComponentProps<typeof Button>, 'look' | 'size' | 'className'> {
  client: Pick<clients.Client, 'id' | 'firstName'>
  /** The path in the client area to open. */
  path?: string
  icon?: ReactNode
}

export function SeeAsClient({ client, path = paths.client.home, icon, className = '', ...looks }: Props) {
  const { mutateAsync, isPending } = useMutation(previewClient(client.id))

  async function open() {
    // The tab is opened during the click, or browsers would block it. The token is written into its storage, so that
    // it is in no address and no history.
    const tab = window.open('about:blank')
    if (!tab)
      return void toast.error(
        'The preview could not be opened',
        'Allow this page to open tabs, and try again.',
      )
    tab.document.title = 'Opening the preview…'
    const preview = await mutateAsync().catch(() => undefined)
    if (!preview) return tab.close()
    try {
      startPreviewIn(tab, preview.token)
    } catch {
      tab.close()
      return void toast.error(
        'The preview could not be opened',
        'Your browser does not store anything for this site. Allow site data for this address, and try again.',
      )
    }
    tab.location.replace(path)
  }

  return (
    <Button
      {...looks}
      className={`btn--wraps ${className}`}
      busy={isPending}
      busyLabel="Opening..."
      onClick={open}
    >
      {icon}
      See it as {client.firstName}
    </Button>
  )
}
