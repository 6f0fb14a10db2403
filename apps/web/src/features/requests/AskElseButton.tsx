import type { requests } from '@portico/contract'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { LinkIcon } from './LinkIcon.tsx'

const AskSomebodyElse = lazyDialog(() => import('./AskSomebodyElse.tsx'))

interface Props {
  request: requests.Request
  /** The freelancer's first name. */
  name: string
}

export function AskElseButton({ request, name }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <LinkIcon />
        Ask somebody else
      </Button>
      {isOpen && (
        <AskSomebodyElse
          request={request}
          description={
            <>
              Whoever has this link can answer “{request.title}”. They see {name}’s name and this one request,
              and nothing else.
            </>
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
