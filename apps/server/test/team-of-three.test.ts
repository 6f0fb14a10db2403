import { activity, bin, feedback, files, notes, reviews } from '@portico/contract'
import { expect, test } from './fixtures.ts'

test('in a team of three, everything that a colleague does has their name, for the client and for the others', async ({
  api,
  given,
}) => {
  const ada = await given.freelancer({ name: 'Ada Marsh' })
  const maya = await given.client(ada)
  const menu = await given.project(maya)
  const sam = await given.member(ada, { sees: 'all', clients: [maya], name: 'Sam Reed' })
  const kim = await given.member(ada, { sees: 'all', clients: [maya], name: 'Kim Stone' })
  const file = await given.file(sam, menu)
  const note = await given.note(maya, file)
  await api.as(sam).call(notes.change, {
    params: { id: note.id },
    body: { state: 'declined', reason: 'It is as the printer needs it.' },
  })
  await given.review(sam, file)
  await given.reply(sam, await given.feedback(maya, menu))
  await given.binnedFile(sam, menu)

  const samsName = { id: sam.id, name: 'Sam Reed' }
  for (const reader of [ada, kim, maya, sam]) {
    const as = api.as(reader)
    const { body: events } = await as.call(activity.ofProject, { params: { id: menu.id } })
    const ofSam = events.filter(({ actor }) => actor.id === sam.id)
    expect(new Set(ofSam.map(({ kind }) => kind))).toEqual(
      new Set(['file_uploaded', 'note_settled', 'review_requested', 'feedback_replied', 'file_deleted']),
    )
    for (const { actor } of ofSam)
      expect(actor).toEqual({ type: 'freelancer', ...samsName, isYou: reader === sam })
    const params = { id: file.id }
    expect((await as.call(notes.list, { params })).body).toMatchObject([{ declinedBy: samsName }])
    expect((await as.call(reviews.ofFile, { params })).body).toMatchObject([{ askedBy: samsName }])
    expect((await as.call(files.list, { params: { id: menu.id } })).body).toMatchObject([
      { uploader: 'Sam Reed', uploaderId: sam.id },
    ])
    expect((await as.call(feedback.list, { params: { id: menu.id } })).body).toMatchObject([
      { replies: [{ author: 'Sam Reed', authorId: sam.id }] },
    ])
  }
  for (const member of [ada, kim, sam]) {
    expect((await api.as(member).call(bin.list)).body).toMatchObject([
      { deletedBy: 'Freelancer', deletedById: sam.id, deletedByName: 'Sam Reed' },
    ])
  }
})
