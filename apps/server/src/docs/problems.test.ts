import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Access, PLANS } from '@portico/contract'
import { expect, test } from 'vitest'
import '../app.ts'
import { declaredProblems } from '../platform/http/problem.ts'
import {
  callExamples,
  connectionErrors,
  errorsBeforeRouting,
  fileLinkErrors,
  listErrors,
  resumableUploadErrors,
  webhookErrors,
} from './error-codes.ts'
import { findProblem, listProblems } from './problems.ts'

const SOURCE = fileURLToPath(new URL('..', import.meta.url))

test('lists every error that the source declares', async () => {
  const declared = await codesInSource()

  expect(declared).toEqual(declaredProblems.map(({ code }) => code).sort())
  expect(
    listProblems()
      .map(({ code }) => code)
      .sort(),
  ).toEqual([...new Set(declared)])
})

test('every error is declared by problem()', async () => {
  const files: string[] = []
  for await (const [file, text] of sourceFiles())
    if (/\bcreateError\b.*from '@fastify\/error'/.test(text)) files.push(file)

  expect(files).toEqual(['platform/http/problem.ts'])
})

test('each code has one status, and says in one place when it happens', () => {
  for (const [code, declared] of Map.groupBy(declaredProblems, (problem) => problem.code)) {
    expect(new Set(declared.map(({ status }) => status)).size, code).toBe(1)
    expect(declared.filter(({ when }) => when).length, code).toBe(1)
  }
})

test('shows no message with a parameter left open', () => {
  const texts = declaredProblems.filter(({ when }) => when).map(({ message }) => message)

  expect(texts.filter((text) => /%s|undefined/.test(text))).toEqual([])
})

test('lists exactly the errors that an operation can return', () => {
  const answered = new Set([
    ...errorsBeforeRouting,
    ...connectionErrors,
    ...webhookErrors,
    ...fileLinkErrors,
    ...resumableUploadErrors,
    ...callExamples.flatMap(listErrors),
  ])

  expect(
    listProblems()
      .map(({ code }) => code)
      .sort(),
  ).toEqual([...answered].sort())
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
    for (const message of findProblem(code).messages) expect(message, code).not.toMatch(planName)
})

/** `Free` alone is an English word. */
const PLAN_TITLES = Object.values(PLANS)
  .map(({ title }) => title)
  .filter((title) => title !== 'Free')
const clientRoles = new Set<Access>(['client', 'either', 'optional', 'anyone'])

/** Each declaration: a module that nobody has loaded would be missing in the documentation. */
async function codesInSource() {
  const codes: string[] = []
  for await (const [, text] of sourceFiles())
    for (const [, code = ''] of text.matchAll(/\bproblem(?:<[^(]*>)?\(\s*'(\w+)'/g)) codes.push(code)
  return codes.sort()
}

async function* sourceFiles() {
  for await (const file of glob('**/*.ts', { cwd: SOURCE }))
    if (!file.endsWith('.test.ts')) yield [file, await readFile(`${SOURCE}/${file}`, 'utf8')] as const
}
