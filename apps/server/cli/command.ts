import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

export interface Command {
  /** The arguments, as the help shows them. */
  usage: string
  about: string
  options: ParseArgsOptionsConfig
  optionHelp: Record<string, string>
  /** The maximum number; 0 by default. */
  positionals?: number
  run(input: Input): Promise<void>
}

export interface Input {
  values: Record<string, unknown>
  positionals: string[]
  /** Relative paths on the command line refer to it. */
  cwd: string
}

export class WrongUsage extends Error {}

export function formatHelp(name: string, { usage, about, optionHelp: meanings }: Command) {
  const width = Math.max(0, ...Object.keys(meanings).map(({ length }) => length))
  const list = Object.entries(meanings).map(([option, meaning]) => `  ${option.padEnd(width)}  ${meaning}`)
  return [
    `Usage: npx portico ${name} ${usage}`.trimEnd(),
    '',
    about,
    ...(list.length ? ['', ...list] : []),
  ].join('\n')
}

export function parseInput({ options, positionals: maxPositionals = 0 }: Command, args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: maxPositionals > 0 })
    if (positionals.length > maxPositionals) throw new Error(`Too many words: ${positionals.join(' ')}`)
    return { values, positionals }
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message.replace(/\. To specify.*|\.$/s, '')}.`)
  }
}
