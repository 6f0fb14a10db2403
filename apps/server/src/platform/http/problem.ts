import createError from '@fastify/error'

/** An error as it is declared, for `/api/openapi.json` and `/api/docs`. */
export interface DeclaredProblem {
  code: string
  status: number
  /** With sample values where the message has parameters. */
  message: string
  /** Missing where another declaration of the same code has it. */
  when?: string
}

/** Every error of the modules that are loaded, which are all that `app.ts` imports. */
export const declaredProblems: DeclaredProblem[] = []

interface Description<Parameters> {
  /** Why it happens and what to do, for callers of the API. */
  when?: string
  /** What `%s` stands for in the documentation. */
  sample?: Parameters
}

/** Declares an error of the API where it is thrown. Programs compare the code, people read the message. */
export function problem<Parameters extends unknown[] = [options?: { cause: unknown }]>(
  code: string,
  status: number,
  message: string,
  { when, sample }: Description<Parameters> = {},
) {
  const ProblemError = createError<Parameters>(code, message, status)
  const { message: example } = new ProblemError(...(sample ?? ([] as unknown as Parameters)))
  declaredProblems.push({ code, status, message: example, ...(when && { when }) })
  return ProblemError
}
