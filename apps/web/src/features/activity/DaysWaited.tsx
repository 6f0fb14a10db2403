import type { projects } from '@portico/contract'
import { formatCounts } from '../../ui/count-text.ts'
import '../../ui/Facts.css'

/** How long a project has waited for each side. Empty while the project comes from a list, which lacks these fields. */
export function DaysWaited({ project: { waited, Client } }: { project: projects.Project }) {
  if (!waited) return null
  const { freelancer, client, nobody } = waited
  return (
    <aside className="rest" aria-label="Days waited">
      <dl className="facts facts--closed">
        <Fact term={`Waited for ${Client.firstName}`}>{waitedText(client)}</Fact>
        <Fact term="Waited for you">{waitedText(freelancer)}</Fact>
        <Fact term="Nothing was waiting">{daysText(nobody.days)}</Fact>
      </dl>
    </aside>
  )
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}

const daysText = (days: number) => formatCounts([[days, 'day', 'days']]) || '0 days'

/** 9 days, in 3 turns */
function waitedText({ days, turns }: { days: number; turns: number }) {
  return turns === 0 ? 'Never' : `${daysText(days)}, in ${formatCounts([[turns, 'turn', 'turns']])}`
}
