import type { members } from '@portico/contract'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'

export const AdminsSeeAll = problem('ADMINS_SEE_ALL', 400, 'Admins reach every client.', {
  when: 'An admin is to reach only the clients that they are assigned to.',
})

export function requireSeesOfRole(role: members.Role, sees: members.Sees) {
  if (role !== 'member' && sees !== 'all') throw withField(new AdminsSeeAll(), 'sees')
}
