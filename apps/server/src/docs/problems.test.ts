import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Access, PLANS } from '@portico/contract'
import { expect, test } from 'vitest'
import {
  callExamples,
  connectionErrors,
  errorsBeforeRouting,
  fileLinkErrors,
  listErrors,
  resumableUploadErrors,
  webhookErrors,
} from './error-codes.ts'
import { type KnownProblem, problems } from './problems.ts'

const SOURCE = fileURLToPath(new URL('..', import.meta.url))
const known: Record<string, KnownProblem | undefined> = problems

test('lists every error in the source with its status and message', async () => {
  const { errors, declared } = await errorsInSource()

  expect(errors.filter(({ how }) => how === 'createError')).toHaveLength(declared)
  for (const { code, status, says, file } of errors) {
    const where = `${code} of ${file} in problems.ts`
    expect(known[code], where).toBeDefined()
    expect(known[code]?.status, where).toBe(status)
    if (says)
      expect(
        known[code]?.says.some((sentence) => isLike(says, sentence)),
        `${where}: ${says}`,
      ).toBe(true)
  }
})

test('lists no error that the source does not have', async () => {
  const { errors } = await errorsInSource()
  const codes = new Set(errors.map(({ code }) => code))

  // The code of errors without a code of their own (platform/http/errors.ts).
  codes.add('BAD_REQUEST')
  expect(Object.keys(problems).filter((code) => !codes.has(code))).toEqual([])
  for (const [code, { says }] of Object.entries<KnownProblem>(problems)) {
    const templates = errors.filter((error) => error.code === code && error.says)
    const gone = says.filter(
      (sentence) => templates.length > 0 && !templates.some((error) => isLike(error.says, sentence)),
    )
    if (code !== 'INVALID_INPUT') expect(gone, code).toEqual([])
  }
})

test('lists no error that no operation can return', () => {
  const answered = new Set([
    ...errorsBeforeRouting,
    ...connectionErrors,
    ...webhookErrors,
    ...fileLinkErrors,
    ...resumableUploadErrors,
    ...callExamples.flatMap(listErrors),
  ])

  expect(Object.keys(problems).filter((code) => !answered.has(code as keyof typeof problems))).toEqual([])
})

test('no error that a client can get names a plan', () => {
  const planName = new RegExp(String.raw`\b(${PLAN_TITLES.join('|')})\b|\bplans?\b`)
  const codes = new Set([
    ...errorsBeforeRouting,
    ...connectionErrors.filter((code) => code !== 'CHAT_NOT_IN_PLAN'),
    ...fileLinkErrors,
    ...resumableUploadErrors,
    ...callExamples.filter(({ endpoint }) => clientRoles.has(endpoint.config.access)).flatMap(listErrors),
  ])

  expect(codes).toContain('CHAT_NOT_AVAILABLE')
  for (const code of codes)
    for (const sentence of problems[code].says) expect(sentence, code).not.toMatch(planName)
})

/** `Free` alone is an English word. */
const PLAN_TITLES = Object.values(PLANS)
  .map(({ title }) => title)
  .filter((title) => title !== 'Free')
const clientRoles = new Set<Access>(['client', 'either', 'optional', 'anyone'])

/**
 * Finds `createError(code, sentence, status)`, and `status, code, sentence` where errors of libraries are translated.
 */
async function errorsInSource() {
  const errors: { how: string; code: string; status: number; says: string; file: string }[] = []
  let declared = 0
  for await (const file of glob('**/*.ts', { cwd: SOURCE })) {
    if (file.endsWith('.test.ts') || file.startsWith('docs/')) continue
    const text = await readFile(`${SOURCE}/${file}`, 'utf8')
    declared += text.match(/\bcreateError\b(?! from|, \{)/g)?.length ?? 0
    for (const [, code = '', , sentence = '', status] of text.matchAll(
      /createError(?:<[^(]*>)?\(\s*'(\w+)',\s*(['`])((?:(?!\2)[^\\]|\\.)*)\2,\s*(\d+)/g,
    )) {
      const says = sentence.replace(/\$\{[^}]*\}/g, '%s')
      errors.push({ how: 'createError', code, status: Number(status), says, file })
    }
    for (const [, status, code = '', says = ''] of text.matchAll(
      /[[(]([45]\d\d), '([A-Z_]+)', '((?:[^'\\]|\\.)*)'/g,
    )) {
      errors.push({ how: 'in our words', code, status: Number(status), says, file })
    }
  }
  return { errors, declared }
}

/** Whether a sentence is what this template says of something. */
function isLike(template: string, sentence: string) {
  const [first = '', ...others] = template.split('%s').map((part) => part.replace(/[^\w\s]/g, '\\$&'))
  return new RegExp(`^${[first, ...others].join('.+')}$`).test(sentence)
}
