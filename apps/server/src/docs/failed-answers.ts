import type { Documented } from './documented.ts'
import { documentedCalls, failuresOf } from './failures.ts'
import type { Answer, Ref } from './openapi-types.ts'
import { type Code, problems } from './problems.ts'

/** The failures of a call by their status; each is written once, among the components. */
export function failedAnswersOf(documented: Documented): Record<string, Ref> {
  const refs = byStatus(failuresOf(documented)).map(([status, codes]) => [status, refTo(nameOf(codes))])
  return { ...Object.fromEntries(refs), default: refTo(OTHER) }
}

export function allFailedAnswers(): Record<string, Answer> {
  const groups = documentedCalls.flatMap((call) => byStatus(failuresOf(call)))
  const answers = groups.map(([status, codes]) => [nameOf(codes), failedAnswer(status, codes)] as const)
  return { ...Object.fromEntries(answers), [OTHER]: failedAnswer(0, []) }
}

export function header(name: string): Ref {
  return { $ref: `#/components/headers/${name}` }
}

export const requestId = { 'X-Request-Id': header('RequestId') }

const OTHER = 'Problem'

function byStatus(codes: readonly Code[]): [status: number, codes: Code[]][] {
  const groups = Map.groupBy(codes, (code) => problems[code].status as number)
  return [...groups].sort(([one], [other]) => one - other)
}

function nameOf(codes: readonly Code[]) {
  return codes.join('.')
}

function refTo(name: string): Ref {
  return { $ref: `#/components/responses/${name}` }
}

function failedAnswer(status: number, codes: readonly Code[]): Answer {
  const reasons = codes.map((code) => `\`${code}\`: ${problems[code].when}`)
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])
  return {
    description: reasons.join('\n\n') || 'Any other failure; it has the same shape.',
    headers: {
      ...requestId,
      ...((status === 429 || status === 503) && { 'Retry-After': header('RetryAfter') }),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Problem' },
        ...(codes.length > 0 && { examples: Object.fromEntries(examples) }),
      },
    },
  }
}
