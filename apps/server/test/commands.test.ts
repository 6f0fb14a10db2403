import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { claimStorage, registerStart } from '../src/features/files/installation.service.ts'
import { runCommand } from './command.ts'
import { createTestContext } from './context.ts'
import { urlOf } from './database-url.ts'
import { createGiven } from './given.ts'
import { failToStart, temporaryFolder } from './portico.ts'
import { installedContext, storageKinds } from './storage-kinds.ts'

const failed = (attempt: Promise<unknown>) => attempt.catch((error) => error)

test('npx portico runs this repository’s command', async () => {
  const root = join(import.meta.dirname, '../../..')
  const { stdout, status } = spawnSync('npx', ['portico', '--help'], { cwd: root, encoding: 'utf8' })

  expect(status).toBe(0)
  expect(stdout).toContain('Usage: npx portico <command> [options]')
})

test('prints the usage of every command', async () => {
  const overview = await runCommand(['--help'])
  for (const name of [
    'files orphans',
    'files verify',
    'storage adopt',
    'secret adopt',
    'backup',
    'verify',
    'migrate',
    'upgrade',
    'restore',
    'verify-receipts',
    'replace-receipt-key',
    'close-account',
    'user reset-factors',
    'user list',
    'user show',
    'user suspend',
    'user resume',
    'user reset-password',
    'user set-plan',
    'jobs list',
    'jobs retry',
    'jobs purge',
    'stripe',
    'seed',
    'seed large',
  ]) {
    expect(overview.stdout).toContain(`\n  ${name}`)
    const help = await runCommand([...name.split(' '), '--help'])
    expect(help.stdout).toContain(`Usage: npx portico ${name}`)
    expect(help.stdout, 'lines fit a terminal').not.toMatch(/.{121}/)
  }
})

test('exits with 2 and names the help on wrong usage', async () => {
  for (const args of [
    [],
    ['files'],
    ['stripe', '--all'],
    ['seed', 'now'],
    ['restore'],
    ['upgrade'],
    ['files', 'orphans', 'x'],
  ])
    expect(await failed(runCommand(args))).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]+ See `npx portico [^`]*--help`\.\n$/),
    })
})

test('lists, trashes, restores and deletes files without a row', async () => {
  const { env, ctx, orphan, stored } = await orphans()

  const listed = JSON.parse((await runCommand(['files', 'orphans', '--json'], env)).stdout)
  const unconfirmed = await failed(runCommand(['files', 'orphans', '--trash'], env))
  const moved = await runCommand(['files', 'orphans', '--trash', '--yes'], env)
  const inTrash = JSON.parse((await runCommand(['files', 'orphans', '--json'], env)).stdout)
  const unknown = await failed(runCommand(['files', 'orphans', '--put-back', stored], env))
  const tooEarly = await failed(runCommand(['files', 'orphans', '--empty-trash', '--yes', orphan], env))
  const putBack = await runCommand(['files', 'orphans', '--put-back', orphan], env)

  const key = `files/${orphan}`
  expect(listed).toMatchObject({ files: 2, withoutRow: 1, orphans: [{ key, size: 9 }], trash: [], lost: [] })
  expect(unconfirmed).toMatchObject({
    code: 1,
    stderr: 'Nothing was moved: add --yes where nobody can be asked.\n',
  })
  expect(moved.stdout).toBe('Moved to the trash: 1.\n')
  expect(inTrash).toMatchObject({ withoutRow: 0, orphans: [], trash: [{ key, size: 9 }] })
  expect(unknown).toMatchObject({ code: 1, stderr: `${stored} is not in the trash.\n` })
  expect(tooEarly).toMatchObject({ code: 1, stderr: `${orphan} has not been in the trash for 30 days.\n` })
  expect(putBack.stdout).toBe('Put back: 1.\n')
  expect(await ctx.storage.getSize(key)).toBe(9)
})

test('leaves the storage of another installation alone until it is adopted, and then refuses the first one', async () => {
  const { env, ctx } = await orphans()
  const other = await createTestContext({}, { isInstalled: false })
  onTestFinished(other.close)
  const otherEnv = { ...env, DATABASE_URL: urlOf(other.connection) }

  const early = await failed(runCommand(['storage', 'adopt', '--yes'], otherEnv))
  await registerStart(other.ctx, 'test')
  const refused = (await failed(claimStorage({ ...other.ctx, storage: ctx.storage }))) as Error
  const listed = await failed(runCommand(['files', 'orphans'], otherEnv))
  const unconfirmed = await failed(runCommand(['storage', 'adopt'], otherEnv))
  const adopted = await runCommand(['storage', 'adopt', '--yes', '--json'], otherEnv)
  const first = await failToStart(env)

  expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining('start it once first') })
  expect(listed).toMatchObject({ code: 1, stderr: `${refused.message}\n` })
  expect(unconfirmed).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was changed') })
  const { installation, replaced } = JSON.parse(adopted.stdout)
  expect(refused.message).toContain(`belongs to installation ${replaced}, and this database is new`)
  expect(first.complaint).toContain(`belongs to installation ${installation}, and this database is another`)
  expect(await ctx.db.selectFrom('file').select('id').execute()).toHaveLength(1)
})

test('finishes a manual restore by ending all access, taking the storage away and pausing the clean-up for a day', async () => {
  const { env, ctx } = await orphans()

  const { stdout } = await runCommand(['restore', '--finish', '--json'], env)

  expect(JSON.parse(stdout)).toMatchObject({ ended: { sessions: 2, loginLinks: 1 }, needsStorage: true })
  expect(await ctx.db.selectFrom('session').select('id').execute()).toEqual([])
  const { complaint } = await failToStart(env)
  expect(complaint).toContain('belongs to another copy of this database')
  const adopted = await runCommand(['storage', 'adopt', '--yes'], env)
  expect(adopted.stdout).toContain('belonged to another copy of this database, and belongs to this database')
  const { clean_up_not_before: until } = await ctx.db
    .selectFrom('installation')
    .select('clean_up_not_before')
    .executeTakeFirstOrThrow()
  expect(Date.parse(until)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
})

test('verifies the size and SHA-256 of every file', async () => {
  for (const kind of storageKinds) {
    const { ctx, connection, s3, close } = await installedContext(kind)
    onTestFinished(close)
    const given = createGiven(ctx)
    const maya = await given.client(await given.freelancer())
    const project = await given.project(maya)
    const upload = () => given.file(maya, project, { bytes: randomBytes(1_000) })
    const [shorter, other, lost, whole] = [await upload(), await upload(), await upload(), await upload()]
    const binned = await given.binnedFile(maya, project)
    const env = {
      STORAGE_URL: s3?.url ?? `file://${ctx.storage.name}`,
      DATABASE_URL: urlOf(connection),
      DATA_DIR: await temporaryFolder(),
    }
    const before = await runCommand(['files', 'verify'], env)

    await ctx.storage.put(`files/${shorter.id}`, randomBytes(999))
    await ctx.storage.put(`files/${other.id}`, randomBytes(1_000))
    await ctx.storage.remove(`files/${lost.id}`)
    await ctx.storage.put(`files/${binned.id}`, Buffer.from('other'))
    const { code, stdout, stderr } = (await failed(runCommand(['files', 'verify', '--json'], env))) as {
      [name in 'code' | 'stdout' | 'stderr']: string
    }

    expect(before.stdout).toMatch(
      /^Files: 5 \(.+\)\. Wrong: 0\. Thumbnails and previews have no recorded hash\.\n$/,
    )
    expect(code).toBe(1)
    expect(stderr).toBe('Files are lost or damaged: put them back from a backup of the storage.\n')
    const { files, wrong } = JSON.parse(stdout)
    expect(files).toBe(5)
    expect(wrong).toEqual([
      { id: shorter.id, projectId: project.id, fileName: shorter.fileName, problem: 'wrong size' },
      { id: other.id, projectId: project.id, fileName: other.fileName, problem: 'wrong contents' },
      { id: lost.id, projectId: project.id, fileName: lost.fileName, problem: 'lost' },
      { id: binned.id, projectId: project.id, fileName: binned.fileName, problem: 'wrong size' },
    ])
    expect(stdout).not.toContain(whole.id)
  }
})

/** One of two files, three hours old, has no row. */
async function orphans() {
  const { ctx, connection, close } = await installedContext('local')
  onTestFinished(close)
  const given = createGiven(ctx)
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const [{ id: orphan }, { id: stored }] = [await given.file(maya, project), await given.file(maya, project)]
  const then = new Date(Date.now() - 3 * 3_600_000)
  await utimes(join(ctx.storage.name, 'files', orphan.slice(0, 5), orphan), then, then)
  await ctx.db.deleteFrom('file').where('id', '=', orphan).execute()
  const env = {
    STORAGE_URL: `file://${ctx.storage.name}`,
    DATABASE_URL: urlOf(connection),
    DATA_DIR: await temporaryFolder(),
  }
  return { env, ctx, orphan, stored }
}
