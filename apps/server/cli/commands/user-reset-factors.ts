import { resetFactors } from '../../src/features/accounts/factors/factors.service.ts'
import { createOutbox } from '../../src/platform/mail/outbox.ts'
import { CannotStart } from '../../src/platform/process/cannot-start.ts'
import { type Command, WrongUsage } from '../command.ts'
import { printResult } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

export const command: Command = {
  usage: 'EMAIL [--json]',
  about: [
    'Removes what a freelancer has besides their password, for somebody who has lost everything: app, passkeys,',
    'recovery codes. Make sure that it is them who asks. They are mailed, and it stands in their security log.',
  ].join('\n'),
  options: { json: { type: 'boolean' } },
  positionals: 1,
  optionHelp: { '--json': 'print the result as JSON' },

  async run({ positionals: [email, ...others], values: { json } }) {
    if (!email || others.length > 0)
      throw new WrongUsage('Say whose: npx portico user reset-factors ada@example.com')
    await withDatabase('warn', async (ctx) => {
      const outbox = createOutbox(ctx.config.limits, ctx.clock.now)
      const person = await resetFactors({ ...ctx, outbox }, email)
      if (!person) throw new CannotStart(`Nobody has an account with the address ${email}.`)
      const done = person.had
        ? 'two-step sign-in is off. Their password alone logs them in until they set it up again.'
        : 'nothing was set up besides the password.'
      printResult(json, person, [`${person.name} <${person.email}>: ${done}`])
    })
  },
}
