import { sendResetLink } from '../../src/features/accounts/operate-users.ts'
import { createOutbox } from '../../src/platform/mail/outbox.ts'
import type { Command } from '../command.ts'
import { namedEmail, unknownUser } from '../named-user.ts'
import { printResult } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

export const command: Command = {
  usage: 'EMAIL [--json]',
  about:
    'Mails a freelancer a link to choose a new password, as “Forgot your password?” does. A server that runs sends it.',
  options: { json: { type: 'boolean' } },
  positionals: 1,
  optionHelp: { '--json': 'print the result as JSON' },

  async run(input) {
    const email = namedEmail(input, 'user reset-password')
    await withDatabase('warn', async (ctx) => {
      const outbox = createOutbox(ctx.config.limits, ctx.clock.now)
      const done = await sendResetLink({ ...ctx, outbox }, email)
      if (!done) throw unknownUser(email)
      printResult(input.values.json, done, [`${done.email}: a link is on its way. It works for an hour.`])
    })
  },
}
