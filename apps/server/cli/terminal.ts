import { createInterface } from 'node:readline/promises'
import { CannotStart } from '../src/platform/process/cannot-start.ts'

export function printLine(line: string) {
  process.stdout.write(`${line}\n`)
}

export function printResult(asJson: unknown, data: object, lines: string[]) {
  if (asJson) printLine(JSON.stringify(data, null, 2))
  else for (const line of lines) printLine(line)
}

export async function confirm(question: string, expected: string, nothingDone: string) {
  if (!process.stdin.isTTY) throw new CannotStart(`${nothingDone}: add --yes where nobody can be asked.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(question)
  terminal.close()
  if (answer.trim().toLowerCase() !== expected.toLowerCase()) throw new CannotStart(`${nothingDone}.`)
}
