import { PLANS, type Plan, members as team } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { myWorkspace } from '../accounts/workspace.queries.ts'
import { allClients } from '../clients/clients.queries.ts'
import { fullName } from '../clients/full-name.ts'
import { formatClientCount, formatMemberCount, joinList } from './billing-text.ts'
import '../../ui/Facts.css'

/** Lists what a smaller plan changes, with the names of the affected clients. */
export function PlanDifferences({ from, to }: { from: Plan; to: Plan }) {
  const { data } = useQuery(allClients)
  const [current, next] = [PLANS[from], PLANS[to]]
  const { data: workspace } = useQuery({
    ...myWorkspace,
    enabled: next.memberLimit < current.memberLimit,
  })
  const members = workspace?.membersUsed ?? 0
  const names = data?.map(fullName) ?? []
  const chatEnds = current.liveChat && !next.liveChat
  return (
    <dl className="facts differences">
      <div>
        <dt>Clients</dt>
        <dd>
          Room for {formatClientCount(next.clientLimit)}, now {formatClientCount(current.clientLimit)}.
        </dd>
      </div>
      {next.memberLimit !== current.memberLimit && (
        <div>
          <dt>Members</dt>
          <dd>
            Room for {formatMemberCount(next.memberLimit)}, now {formatMemberCount(current.memberLimit)}.
            {members > next.memberLimit &&
              ` ${team.PAUSE_DAYS} days later the newest of your ${members} are paused, unless you choose others.`}
          </dd>
        </div>
      )}
      {names.length > next.clientLimit && (
        <div>
          <dt>Your {formatClientCount(names.length)}</dt>
          <dd>
            {joinList(names)}: all stay, with every file and message. You cannot add another while there are
            more than {formatClientCount(next.clientLimit)}.
          </dd>
        </div>
      )}
      {chatEnds && (
        <div>
          <dt>Live chat</dt>
          <dd>
            {names.length > 0
              ? `Ends with ${joinList(names)}. What was said stays readable on both sides.`
              : 'Ends. What was said stays readable.'}
          </dd>
        </div>
      )}
      {current.support !== next.support && (
        <div>
          <dt>Support</dt>
          <dd>Standard, now priority.</dd>
        </div>
      )}
    </dl>
  )
}
