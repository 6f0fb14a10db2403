import { type Plan, planNames } from '@portico/contract'
import { findUsers } from '../../src/features/accounts/operate-users.ts'
import { givePlan } from '../../src/features/billing/given-plan.ts'
import { CannotStart } from '../../src/platform/process/cannot-start.ts'
import { type Command, WrongUsage } from '../command.ts'
import { namedEmail, unknownUser } from '../named-user.ts'
import { printResult } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

export const command: Command = {
  usage: `EMAIL ${planNames.join('|')} [--json]`,
  about:
    'Gives a plan to the workspace that a freelancer owns, free of charge. It stands in their security log.',
  options: { json: { type: 'boolean' } },
  positionals: 2,
  optionHelp: { '--json': 'print the result as JSON' },

  async run(input) {
    const email = namedEmail(input, 'user set-plan')
    const plan = planNames.find((name) => name === input.positionals[1])
    if (!plan) throw new WrongUsage(`Name a plan: ${planNames.join(', ')}.`)
    await withDatabase('warn', async (ctx) => {
      if (!ctx.config.hasPlans)
        throw new CannotStart('There are no plans: BILLING is none, and everybody has everything.')
      const [user] = (await findUsers(ctx.db, { email, limit: 1 })).users
      if (!user) throw unknownUser(email)
      if (!user.workspaceId) throw new CannotStart(`${user.email} owns no workspace.`)
      const from = await givePlan(ctx, user.workspaceId, plan)
      const result: { email: string; from: Plan; to: Plan } = { email: user.email, from, to: plan }
      printResult(input.values.json, result, [
        `${user.email}: ${from === plan ? `on ${plan} already` : `${from} to ${plan}`}.`,
      ])
    })
  },
}
