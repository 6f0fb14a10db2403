import type { CallExample } from './call-example.ts'
import { callExamples, listErrors } from './error-codes.ts'
import type { Ref, Response } from './openapi-types.ts'
import { findProblem } from './problems.ts'

/** The error responses of a call by their status, as references to components. */
export function errorResponseRefs(documented: CallExample): Record<string, Ref> {
  const refs = groupByStatus(listErrors(documented)).map(([status, codes]) => [
    status,
    responseRef(componentName(codes)),
  ])
  return { ...Object.fromEntries(refs), default: responseRef(OTHER_ERRORS) }
}

export function errorResponses(): Record<string, Response> {
  const groups = callExamples.flatMap((call) => groupByStatus(listErrors(call)))
  const answers = groups.map(
    ([status, codes]) => [componentName(codes), createErrorResponse(status, codes)] as const,
  )
  return { ...Object.fromEntries(answers), [OTHER_ERRORS]: createErrorResponse(0, []) }
}

export function headerRef(name: string): Ref {
  return { $ref: `#/components/headers/${name}` }
}

export const requestIdHeader = { 'X-Request-Id': headerRef('RequestId') }

const OTHER_ERRORS = 'Problem'

function groupByStatus(codes: readonly string[]): [status: number, codes: string[]][] {
  const groups = Map.groupBy(codes, (code) => findProblem(code).status)
  return [...groups].sort(([one], [other]) => one - other)
}

function componentName(codes: readonly string[]) {
  return codes.join('.')
}

function responseRef(name: string): Ref {
  return { $ref: `#/components/responses/${name}` }
}

function createErrorResponse(status: number, codes: readonly string[]): Response {
  const reasons = codes.map((code) => `\`${code}\`: ${findProblem(code).when}`)
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])
  return {
    description: reasons.join('\n\n') || 'Any other failure; it has the same shape.',
    headers: {
      ...requestIdHeader,
      ...((status === 429 || status === 503) && { 'Retry-After': headerRef('RetryAfter') }),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Problem' },
        ...(codes.length > 0 && { examples: Object.fromEntries(examples) }),
      },
    },
  }
}
