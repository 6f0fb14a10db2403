import { closeBillingAccount } from '../billing/close-account.service.ts'
import type { BillingContext } from '../billing/locked-account.ts'
import { countContents, deleteFreelancer, findFreelancerByEmail } from './accounts.repository.ts'

/** Who would be closed, and what would go. Undefined when nobody has this address. */
export async function findAccountToClose({ db }: BillingContext, email: string) {
  const person = await findFreelancerByEmail(db, email.trim())
  const holdings = person && (await countContents(db, person.id))
  return holdings && { id: person.id, name: person.name, email: person.email, ...holdings }
}

/** An account and everything under it, for good: its subscription ends at once, its sessions within moments. */
export function closeAccount(ctx: BillingContext, { id }: { id: string }) {
  return closeBillingAccount(ctx, id, (db) => deleteFreelancer(db, id))
}
