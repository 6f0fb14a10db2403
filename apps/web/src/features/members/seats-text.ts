import { type members, PLANS, type Plan, planNames, plural } from '@portico/contract'

type Seats = Pick<members.Workspace, 'memberLimit' | 'membersUsed'>

/** "2 of 3 members on the Pro plan." Open invitations take places too. Without plans, how many there are. */
export function seatsText(plan: Plan | undefined, { memberLimit, membersUsed }: Seats) {
  if (!plan || memberLimit === undefined) return `${plural(membersUsed, 'member')}.`
  const { title } = PLANS[plan]
  if (membersUsed > memberLimit) return `${membersUsed} members, and ${title} has room for ${memberLimit}.`
  return `${membersUsed} of ${plural(memberLimit, 'member')} on the ${title} plan.`
}

/** "Pro has room for 3 members, Enterprise for 10." Empty for the largest plan. */
export function largerTeamsText(memberLimit = Number.POSITIVE_INFINITY) {
  const larger = planNames.filter((plan) => PLANS[plan].memberLimit > memberLimit)
  const [first, ...others] = larger.map((plan) => PLANS[plan])
  if (!first) return ''
  const more = others.map((plan) => `, ${plan.title} for ${plan.memberLimit}`)
  return `${first.title} has room for ${plural(first.memberLimit, 'member')}${more.join('')}.`
}
