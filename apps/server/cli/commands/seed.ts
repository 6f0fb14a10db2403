import { freelancer } from '../../seed/demo.ts'
import { seed } from '../../seed/seed.ts'
import { EmailTaken } from '../../src/features/accounts/accounts.service.ts'
import { CannotStart } from '../../src/platform/process/cannot-start.ts'
import { STDERR } from '../../src/platform/process/log.ts'
import { startRuntime } from '../../src/runtime.ts'
import type { Command } from '../command.ts'
import { printResult } from '../terminal.ts'

export const command: Command = {
  usage: '[--yes] [--json]',
  about:
    'Makes a demo freelancer with clients, projects and files. Stop the server first when the data is its own.',
  options: { yes: { type: 'boolean' }, json: { type: 'boolean' } },
  optionHelp: { '--yes': 'also in production', '--json': 'print the login and the links as JSON' },

  async run({ values: { yes, json } }) {
    if (process.env.NODE_ENV === 'production' && !yes)
      throw new CannotStart(
        'This would put demo people into a production database: add --yes if that is what you want.',
      )
    const { email, password } = freelancer
    const runtime = await startRuntime({ LOG_LEVEL: 'warn', ...process.env }, { logTo: STDERR })
    try {
      const clients = await seed(runtime.ctx)
      printResult(json, { email, password, clients }, [
        `Log in as ${email} with the password: ${password}\n\nClients come in by these links:`,
        ...clients.map(({ name, loginUrl }) => `  ${name.padEnd(16)} ${loginUrl}`),
      ])
    } catch (error) {
      if (!(error instanceof EmailTaken)) throw error
      throw new CannotStart(`The demo is there already: log in as ${email} with the password: ${password}`)
    } finally {
      await runtime.close()
    }
  },
}
