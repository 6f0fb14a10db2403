import type { portals } from '@portico/contract'
import { Avatar } from '../../ui/Avatar.tsx'
import './portals.css'

/** A portal in a list: its freelancer's name, and that of the client. */
export function PortalName({
  portal: { firstName, lastName, archivedAt, freelancer },
}: {
  portal: portals.Portal
}) {
  return (
    <>
      <Avatar name={freelancer.name} small ink />
      <span className="portal-name">
        <bdi>{freelancer.name}</bdi>
        <small>
          {archivedAt && 'Archived. '}
          <bdi>{`${firstName} ${lastName}`}</bdi>
        </small>
      </span>
    </>
  )
}
