import type { portals } from '@portico/contract'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/Drawing.tsx'
import { Fact } from '../../ui/Fact.tsx'
import './portals.css'

interface Props {
  current: portals.Portal | undefined
  /** The portal of the link. */
  added: portals.Portal
  busy: boolean
  onAdd: () => void
  onStay: () => void
}

/** Asks before a link adds the portal of another person to this browser. */
export function AddPortal({ current, added, busy, onAdd, onStay }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The text that was read out before has been replaced.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <Drawing name="door" />
      <h1 ref={heading} tabIndex={-1}>
        Add another portal?
      </h1>
      <p>
        This link opens another portal than the one that is open in this browser. You can keep both side by
        side and switch at the top of the page. Neither freelancer sees the other.
      </p>
      <dl className="kv add-portal">
        {current && (
          <Fact name="Open now">
            <PortalName portal={current} />
          </Fact>
        )}
        <Fact name="From the link">
          <PortalName portal={added} />
        </Fact>
      </dl>
      <div className="actions">
        <Button size="lg" busy={busy} busyLabel="Adding..." onClick={onAdd}>
          Add this portal
        </Button>
        <Button size="lg" disabled={busy} onClick={onStay}>
          Leave it out
        </Button>
      </div>
    </>
  )
}

function PortalName({ portal: { firstName, lastName, freelancer } }: { portal: portals.Portal }) {
  return (
    <>
      <bdi>
        <strong>{freelancer.name}</strong>
      </bdi>
      <span className="small soft">{freelancer.email}</span>
      <span className="small soft">
        for <bdi>{`${firstName} ${lastName}`}</bdi>
      </span>
    </>
  )
}
