import { CannotStart } from '../src/platform/process/cannot-start.ts'
import { VERSION } from '../src/version.ts'
import { formatHelp, parseInput, WrongUsage } from './command.ts'
import { commands, formatOverview } from './command-list.ts'

/** Returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function runCommand(args: string[], cwd: string) {
  const isHelp = args.includes('--help') || args.includes('-h')
  const name = Object.keys(commands).find((name) => name.split(' ').every((word, i) => args[i] === word))
  try {
    if (!name) {
      if (args[0] === '--version') return print(VERSION)
      if (isHelp) return print(formatOverview())
      throw new WrongUsage(args.length > 0 ? `There is no command \`${args.join(' ')}\`.` : 'Name a command.')
    }
    const command = (await commands[name]?.load())?.command
    if (!command) throw new Error(`${name} cannot be loaded`)
    if (isHelp) return print(formatHelp(name, command))
    const input = parseInput(command, args.slice(name.split(' ').length))
    await command.run({ ...input, cwd })
    return 0
  } catch (error) {
    process.stderr.write(`${formatError(error, name)}\n`)
    return error instanceof WrongUsage ? 2 : 1
  }
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
  return 0
}

function formatError(error: unknown, name = '') {
  const { message, stack, code } = error as Error & { code?: string; statusCode?: number }
  if (error instanceof WrongUsage) return `${message} See \`npx portico ${`${name} `.trimStart()}--help\`.`
  if (error instanceof CannotStart || 'statusCode' in (error as object)) return message
  if (code === UNDEFINED_TABLE || code === UNDEFINED_COLUMN)
    return 'The database is not up to date: start this version of Portico on it once first.'
  return stack
}
const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'
