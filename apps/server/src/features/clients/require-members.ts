import type { Freelancer } from '../../platform/actors.ts'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/sql/database.ts'

const NotAMember = problem('INVALID_INPUT', 400, 'Only members of your workspace can work with a client.')

/** Throws unless all of them are members of the workspace. They cannot be removed from it before the transaction ends. */
export async function requireMembers(trx: Db, { workspaceId }: Freelancer, ids: string[], field: string) {
  const wanted = [...new Set(ids)]
  const found = await trx
    .selectFrom('member')
    .select('person_id')
    .where('workspace_id', '=', workspaceId)
    .where('person_id', 'in', wanted)
    .orderBy('person_id')
    .forKeyShare()
    .execute()
  if (found.length < wanted.length) throw withField(new NotAMember(), field)
}
