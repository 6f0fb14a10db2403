import { useQuery } from '@tanstack/react-query'
import { areaOnScreen } from '../../app/session.ts'
import { myProfile } from '../accounts/accounts.queries.ts'
import { myFreelancer } from '../clients/clients.queries.ts'

/** The name of the freelancer on a printed receipt. On screen the frame of the page shows it. */
export function Letterhead() {
  const isClient = areaOnScreen() === 'client'
  const { data: profile } = useQuery({ ...myProfile, enabled: !isClient })
  const { data: freelancer } = useQuery({ ...myFreelancer, enabled: isClient })
  const [name, role] = isClient ? [freelancer?.name, freelancer?.role] : [profile?.name, profile?.company]
  return (
    <p className="receipt__from">
      <strong dir="auto">{name}</strong>
      <span dir="auto">{role}</span>
    </p>
  )
}
