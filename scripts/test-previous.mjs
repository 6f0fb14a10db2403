// Runs the tests of an earlier commit on the schema of this one: `npm run test:previous -- [commit] [test files…]`.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const [commit = previousCommit(), ...files] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'portico-previous-'))
const checkout = join(folder, 'portico')

try {
  git('worktree', 'add', '--detach', checkout, commit)
  linkPackages()
  for (const name of ['migrations', 'schema']) {
    const target = join(checkout, 'apps/server', name)
    rmSync(target, { recursive: true })
    cpSync(join(root, 'apps/server', name), target, { recursive: true })
  }
  process.stdout.write(`Tests of ${commit} on the schema of this checkout\n`)
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', '--project', 'server', ...(files.length > 0 ? files : featureTests())],
    { cwd: checkout, stdio: 'inherit' },
  )
  process.exitCode = status ?? 1
} finally {
  git('worktree', 'remove', '--force', checkout)
  rmSync(folder, { recursive: true, force: true })
}

/** Packages from npm are those of this checkout, and our own are those of the commit. */
function linkPackages() {
  const [from, to] = [join(root, 'node_modules'), join(checkout, 'node_modules')]
  mkdirSync(join(to, '@portico'), { recursive: true })
  for (const name of readdirSync(from))
    if (name !== '@portico' && name !== '.cache') symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, '@portico')))
    symlinkSync(readlinkSync(join(from, '@portico', name)), join(to, '@portico', name))
}

/** The last commit before the newest migration came. */
function previousCommit() {
  const newest = readdirSync(join(root, 'apps/server/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1)
  return `${git('log', '--format=%H', '--diff-filter=A', '-1', '--', `apps/server/migrations/${newest}`)}~1`
}

/** Those of migrations themselves compare files that were replaced. */
function featureTests() {
  return ['apps/server/src/features', 'apps/server/src/platform/jobs', 'apps/server/src/platform/realtime']
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}
