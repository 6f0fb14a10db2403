import { type accounts, plural } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { endOtherSessions } from './accounts.queries.ts'

export function EndOtherSessions({ others }: { others: accounts.SessionInfo[] }) {
  const [isOpen, setOpen] = useState(false)
  const end = useMutation(endOtherSessions)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="danger-quiet" onClick={() => setOpen(true)}>
        End All Others
      </Button>
      {isOpen && (
        <ConfirmDialog
          heading="End all other sessions"
          question="Every other browser that is logged in to your account is logged out at once. Here you stay logged in."
          loss={endedSessionsText(others)}
          keep="Keep sessions"
          confirm="End All Others"
          busy={end.isPending}
          busyLabel="Ending..."
          onConfirm={() => end.mutate(undefined, { onSettled: close })}
          onClose={close}
        />
      )}
    </>
  )
}

const MAX_NAMED_DEVICES = 5

/** 3 sessions end: Firefox on macOS, Safari on iOS, an unknown device. */
function endedSessionsText(others: accounts.SessionInfo[]) {
  const devices = [...new Set(others.map(({ device }) => device ?? 'an unknown device'))]
  const more = devices.length - MAX_NAMED_DEVICES
  const names = [...devices.slice(0, MAX_NAMED_DEVICES), ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return `${plural(others.length, 'session ends', 'sessions end')}: ${names}.`
}
