import { PLANS, type Plan } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { allClients } from '../clients/clients.queries.ts'
import { fullName } from '../clients/full-name.ts'
import { formatClientCount as clientsSaid, joinList } from './billing-text.ts'
import '../../ui/Facts.css'

/** What a plan that holds less changes, client by client where it matters. */
export function PlanDifferences({ from, to }: { from: Plan; to: Plan }) {
  const { data } = useQuery(allClients)
  const [old, wanted] = [PLANS[from], PLANS[to]]
  const names = data?.map(fullName) ?? []
  const chatEnds = old.liveChat && !wanted.liveChat
  return (
    <dl className="facts differences">
      <div>
        <dt>Clients</dt>
        <dd>
          Room for {clientsSaid(wanted.clientLimit)}, now {clientsSaid(old.clientLimit)}.
        </dd>
      </div>
      {names.length > wanted.clientLimit && (
        <div>
          <dt>Your {clientsSaid(names.length)}</dt>
          <dd>
            {joinList(names)}: all stay, with every file and message. You cannot add another while there are
            more than {clientsSaid(wanted.clientLimit)}.
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
      {old.support !== wanted.support && (
        <div>
          <dt>Support</dt>
          <dd>Standard, now priority.</dd>
        </div>
      )}
    </dl>
  )
}
