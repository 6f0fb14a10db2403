import { requests } from '@portico/contract'
import { vi } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'

test('many concurrent changes of one person leave database connections for others', async ({
  api,
  ctx,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const [logo] = await given.requests(maya.freelancer, project, ['Logo'])

  const replies = await ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('project').select('id').where('id', '=', project.id).forUpdate().execute()
    const replies = Array.from({ length: 12 }, (_, i) =>
      api.as(maya).call(requests.answer, { params: { id: logo.id }, body: { text: `${i}` } }),
    )
    await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(4), WAIT_OPTIONS)
    await given.client(maya.freelancer)
    return replies
  })

  expect((await Promise.all(replies)).map(({ status }) => status)).toContain(200)
})
