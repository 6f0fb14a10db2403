import { declaredProblems } from '../platform/http/problem.ts'
import type { ErrorCode } from './openapi-types.ts'

/** Every error of the API, in the order of the status. `app.ts` has loaded all modules that declare one. */
export function listProblems(): ErrorCode[] {
  const codes = new Set(declaredProblems.map(({ code }) => code))
  return [...codes].sort().map(findProblem).sort(byStatus)
}

/** Several declarations of a code differ in the message. The one that says when it happens comes first. */
export function findProblem(code: string): ErrorCode {
  const declared = declaredProblems.filter((problem) => problem.code === code)
  const described = declared.find(({ when }) => when !== undefined)
  if (!described?.when) throw new Error(`No declaration of ${code} says when it happens.`)
  const { status, when, message } = described
  const messages = new Set([message, ...declared.map((problem) => problem.message).sort()])
  return { code, status, messages: [...messages], when }
}

const byStatus = (one: ErrorCode, other: ErrorCode) => one.status - other.status
