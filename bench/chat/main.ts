import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { median } from '../statistics.ts'
import { type Reading, readHistory } from './history.ts'
import { idle } from './idle.ts'
import { type ChatSide, type Round, type RoundOptions, round } from './round.ts'
import { startChatServers } from './sides.ts'

const ROOM_COUNT = 200
const MESSAGES_PER_SECOND = 500
const IDLE_CONNECTIONS = 2_000

/** Compares chat with minimal chat servers. README.md explains the output. */
const { values } = parseArgs({
  options: {
    work: { type: 'string' },
    quick: { type: 'boolean', default: false },
    parts: { type: 'string', default: 'idle,rate,flood,history' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    messages: { type: 'string' },
  },
})
const { quick } = values
const parts = values.parts.split(',')
const roundOptions = {
  rounds: Number(values.rounds ?? (quick ? 3 : 5)),
  seconds: Number(values.seconds ?? (quick ? 2 : 4)),
}
const sizes = [100_000, Number(values.messages ?? (quick ? 500_000 : 5_000_000))]
const folder = await mkdtemp(join(tmpdir(), 'portico-bench-'))
const servers = await startChatServers(folder, ROOM_COUNT)
const [, ours] = servers.sides as [ChatSide, ChatSide]

try {
  // Runs first, because later it would reuse freed memory.
  if (parts.includes('idle')) {
    print(`\n## ${IDLE_CONNECTIONS} idle connections\n\n| server | KiB each |\n| --- | --- |`)
    for (const side of servers.sides) print(`| ${side.name} | ${short(await idle(side, IDLE_CONNECTIONS))} |`)
  }
  if (parts.includes('rate')) {
    await compare(`${MESSAGES_PER_SECOND} messages a second over ${ROOM_COUNT} rooms`, {
      seconds: roundOptions.seconds,
      rate: MESSAGES_PER_SECOND,
    })
  }
  if (parts.includes('flood')) {
    await compare(`as fast as it goes, one message in flight in each of ${ROOM_COUNT} rooms`, {
      seconds: roundOptions.seconds,
      rate: null,
    })
  }
  if (parts.includes('history')) await readHistories()
} finally {
  await servers.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Reads the same rooms while all the others grow. */
async function readHistories() {
  print(`
## The newest 50 messages of a room

| messages in all | requests/s | p50 ms | database CPU µs | pages |
| --- | --- | --- | --- | --- |`)
  let first: Reading | undefined
  for (const messages of sizes) {
    const now = await readHistory(ours, servers.connection, messages)
    first ??= now
    const base = first
    const cells = (['perSecond', 'p50', 'databaseCpu', 'pages'] as const).map(
      (name) => `${short(now[name])} (**${short(now[name] / base[name], 2)}**)`,
    )
    print(`| ${[messages, ...cells].join(' | ')} |`)
  }
}

/** In turn, so that other load on the machine affects all alike. */
async function compare(title: string, what: RoundOptions) {
  const taken = new Map(servers.sides.map((side) => [side, [] as Round[]]))
  for (const side of servers.sides) await round(side, { ...what, seconds: 2 })
  for (let n = 0; n < roundOptions.rounds; n++)
    for (const side of servers.sides) taken.get(side)?.push(await round(side, what))

  const [base] = [...taken.values()] as [Round[]]
  print(`\n## Chat, ${title}: ${roundOptions.rounds} rounds of ${what.seconds} s in turn

| server | messages/s | p50 ms | p99 ms | server CPU µs | database CPU µs | lost | twice | out of order |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |`)
  for (const [side, rounds] of taken) {
    const cell = (name: keyof Round) => {
      const ratios = rounds.map((one, n) => one[name] / (base[n]?.[name] ?? Number.NaN))
      return `${short(median(rounds.map((one) => one[name])))} (**${short(median(ratios))}**)`
    }
    const sum = (name: keyof Round) => rounds.reduce((total, one) => total + one[name], 0)
    const figures = (['perSecond', 'p50', 'p99', 'serverCpu', 'databaseCpu'] as const).map(cell)
    const faults = (['lost', 'twice', 'outOfOrder'] as const).map(sum)
    if (side === ours && faults.some((count) => count > 0)) process.exitCode = 1
    print(`| ${[side.name, ...figures, ...faults].join(' | ')} |`)
  }
}

function short(number: number, digits = 3) {
  if (!Number.isFinite(number)) return '-'
  return Math.abs(number) >= 1_000 ? number.toFixed(0) : String(Number(number.toPrecision(digits)))
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}
