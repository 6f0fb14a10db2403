import type { Figures, Result } from './compare.ts'
import type { Options } from './options.ts'
import { median } from './statistics.ts'

/** The head of the table; README.md says how to read it. */
export function heading({ connections, rounds, seconds, times }: Options) {
  return `
Portico beside the baseline: ${connections} connections (p50: one), ${rounds} rounds of ${seconds} s in turn, rows × ${times}.
Each cell: Portico / baseline = ratio (median of the rounds; for requests per second also the lowest and highest).

| work | requests/s | p50 ms | server CPU µs | database CPU µs | bytes | RSS MiB |
| --- | --- | --- | --- | --- | --- | --- |`
}

/** Memory of the Node processes once they listen and have answered one request. */
export function idle(baseline: number, ours: number) {
  return `\nIdle, in MiB: ${short(ours)} / ${short(baseline)} = **${short(ours / baseline, 2)}**\n`
}

export function row(work: string, result: Result) {
  const { ratios } = result
  const [least, most] = [Math.min(...ratios.requestsPerSecond), Math.max(...ratios.requestsPerSecond)]
  const cells = [
    work,
    `${cell(result, 'requestsPerSecond')} (${least.toFixed(2)} to ${most.toFixed(2)})`,
    ...(['p50', 'serverCpu', 'databaseCpu', 'bytes', 'rss'] as const).map((name) => cell(result, name)),
  ]
  return `| ${cells.join(' | ')} |`
}

function cell({ baseline, ours, ratios }: Result, name: keyof Figures) {
  return `${short(ours[name])} / ${short(baseline[name])} = **${short(median(ratios[name]), 2)}**`
}

function short(number: number, digits = 3) {
  if (!Number.isFinite(number)) return '-'
  return Math.abs(number) >= 1_000 ? number.toFixed(0) : String(Number(number.toPrecision(digits)))
}
