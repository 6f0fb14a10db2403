import { boot } from '../src/boot.ts'
import { EmailTaken } from '../src/features/accounts/accounts.service.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { freelancer } from './demo.ts'
import { seed } from './seed.ts'

try {
  if (process.env.NODE_ENV === 'production' && !process.argv.includes('--yes')) {
    throw new CannotStart(
      'This would put demo people into a production database: add --yes if that is what you want.',
    )
  }
  const house = await boot({ LOG_LEVEL: 'warn', ...process.env })
  try {
    const links = await seed(house.ctx)
    say(
      `Log in as ${freelancer.email} with the password: ${freelancer.password}\n\nClients come in by these links:`,
    )
    for (const { name, loginUrl } of links) say(`  ${name.padEnd(16)} ${loginUrl}`)
  } finally {
    await house.close()
  }
} catch (error) {
  const said =
    error instanceof EmailTaken
      ? `The demo is there already: log in as ${freelancer.email} with the password: ${freelancer.password}`
      : error instanceof CannotStart
        ? error.message
        : (error as Error).stack
  process.stderr.write(`${said}\n`)
  process.exitCode = 1
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
