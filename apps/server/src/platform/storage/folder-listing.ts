import { readdir } from 'node:fs/promises'
import { undefinedIfNotFound } from './errors.ts'

/** The names of one kind in a folder, sorted; none when the folder does not exist. */
export async function listNames(folder: string, kind: 'isDirectory' | 'isFile') {
  const entries = (await undefinedIfNotFound(() => readdir(folder, { withFileTypes: true }))) ?? []
  return entries
    .filter((entry) => entry[kind]())
    .map(({ name }) => name)
    .sort()
}
