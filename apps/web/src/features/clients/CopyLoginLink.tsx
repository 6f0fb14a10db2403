import type { clients } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { configuredDuration } from '../../app/configured-duration.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { createLoginLink } from './clients.queries.ts'

const NewLinkPanel = lazyDialog(() => import('./NewLinkPanel.tsx'))

const COPIED_SHOWN_MS = 4_000

interface Props extends Pick<ComponentProps<typeof Button>, 'look' | 'size' | 'aria-label'> {
  client: clients.Client
}

/** Makes a link and copies it. Where the browser refuses to copy, the link is shown instead. */
export function CopyLoginLink({ client, ...looks }: Props) {
  const { mutateAsync, isPending } = useMutation(createLoginLink(client.id))
  const [isCopied, setCopied] = useState(false)
  const [uncopied, setUncopied] = useState<string>()
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(setCopied, COPIED_SHOWN_MS, false)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function makeAndCopy() {
    setCopied(false)
    const link = mutateAsync().then(({ loginUrl }) => loginUrl)
    const copied = copyText(link)
    // The mutation has shown why there is no link.
    const loginUrl = await link.catch(() => undefined)
    if (loginUrl === undefined) return
    if (!(await copied)) return setUncopied(loginUrl)
    setCopied(true)
    toast.success(
      'Login link copied to clipboard',
      `Send it to ${client.firstName} yourself. Whoever has it comes in as them, for ${configuredDuration('loginLink')}, but decides on files only with a code that is mailed to them.`,
    )
  }

  return (
    <>
      <Button {...looks} busy={isPending} busyLabel="Making..." onClick={makeAndCopy}>
        {isCopied ? 'Copied' : 'Copy a login link'}
      </Button>
      {uncopied && (
        <NewLinkPanel
          client={client}
          loginUrl={uncopied}
          heading="New login link"
          lead={`${client.firstName} can come in by this link.`}
          delivery="Nothing was mailed: send it yourself. Earlier links still work."
          onClose={() => setUncopied(undefined)}
        />
      )}
    </>
  )
}
