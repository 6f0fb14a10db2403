import { members } from '@portico/contract'
import { expect } from '../../../../test/fixtures.ts'
import { FIVE_MINUTES, test } from '../../../../test/notification-emails.ts'

test('a member who was removed gets no email about what happened before', async ({
  api,
  pair: { maya, ada, menu },
  ctx,
  given,
  emailsTo,
  clock,
}) => {
  const sam = await given.member(ada, { clients: [maya] })
  await given.feedback(maya, menu, 'Could the allergens stand larger?')
  const unread = ctx.db.selectFrom('unread').selectAll().where('person_id', '=', sam.id)
  const before = await unread.execute()
  expect(before).toMatchObject([{ mail_due: expect.any(String) }])

  await api.as(ada).call(members.remove, { params: { id: sam.id }, body: { handOverTo: ada.id } })

  expect(await unread.execute()).toEqual([])
  // As a notification does that is written while they are removed.
  await ctx.db.insertInto('unread').values(before).execute()
  clock.forward(FIVE_MINUTES)
  expect(await emailsTo(sam)).toEqual([])
  expect(await emailsTo(ada)).toMatchObject([{ text: expect.stringContaining('Could the allergens') }])
})
