import { accounts } from '@portico/contract'
import { expect, test, tokenFromUrl } from '../../../test/fixtures.ts'
import { issueResetLink } from './passwords.service.ts'

const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const NEW = 'a quite different password'

test('mails the account about a login from a new device', async ({ api, given, emails }) => {
  const ada = await given.freelancer()
  const login = (userAgent: string) =>
    api.as(null).send(accounts.login, {
      body: { email: ada.email, password: ada.password },
      headers: { 'user-agent': userAgent },
    })

  await login(FIREFOX)
  await login(FIREFOX)
  expect(await emails.to(ada.email)).toEqual([])

  await login(CHROME)
  await api.as(ada).call(accounts.endOtherSessions)
  await login(CHROME)
  await login(FIREFOX)
  const [email, ...others] = await emails.to(ada.email)
  expect(others).toEqual([])
  expect(email?.subject).toBe('New login to your Portico account')
  expect(email?.text).toContain('with Chrome on Windows, which was not used for it before')
  expect(email?.text).toMatch(/Choose a new password: \S+\/forgot-password/)
  expect(email?.html).toMatch(/<a [^>]*href="[^"]+\/forgot-password"/)

  await login('https://evil.example/1.0')
  const [unnamed] = await emails.to(ada.email)
  expect(unnamed?.text).toContain('with a device that gave no name')
  expect(unnamed?.text).not.toContain('evil')
})

test('tells browsers of one name apart by their ids, also where earlier versions stored the name alone', async ({
  api,
  given,
  emails,
  ctx,
}) => {
  const ada = await given.freelancer()
  const [first, second] = ['first-browser-of-ada', 'second-browser-of-ada']
  const login = (deviceId: string | undefined, userAgent = FIREFOX) =>
    api.as(null).send(accounts.login, {
      body: { email: ada.email, password: ada.password, ...(deviceId && { deviceId }) },
      headers: { 'user-agent': userAgent },
    })
  await ctx.db
    .insertInto('known_device')
    .values({
      freelancer_id: ada.id,
      device: 'Firefox on macOS',
      last_seen_at: ctx.clock.now().toISOString(),
    })
    .execute()

  await login(first)
  await login(first, CHROME)
  expect(await emails.to(ada.email)).toHaveLength(1)

  await login(second)
  await login(second)
  expect(await emails.to(ada.email)).toHaveLength(2)
  // A program that names itself like a known browser.
  await login(undefined)
  await login(undefined)
  expect(await emails.to(ada.email)).toHaveLength(3)
})

test('mails the account about a changed or reset password, and not about a failed attempt', async ({
  api,
  given,
  emails,
  ctx,
}) => {
  const ada = await given.freelancer()
  const change = (currentPassword: string) =>
    api.as(ada).call(accounts.changePassword, { body: { currentPassword, newPassword: NEW } })

  await change('wrong')
  expect(await emails.to(ada.email)).toEqual([])

  await change(ada.password)
  const [changed, ...others] = await emails.to(ada.email)
  expect(others).toEqual([])
  expect(changed?.subject).toBe('Your Portico password was changed')
  expect(changed?.text).toContain('It was chosen in the settings')
  expect(changed?.text).not.toContain('handed out')

  const token = tokenFromUrl(await issueResetLink(ctx, ada.id))
  await api.as(null).call(accounts.resetPassword, { body: { token, password: 'yet another password' } })
  const texts = (await emails.to(ada.email)).map(({ text }) => text)
  expect(texts).toHaveLength(2)
  expect(texts).toContainEqual(expect.stringContaining('with the link from our email'))
  expect(texts).toContainEqual(
    expect.stringMatching(/Links that were handed out: \S+\/settings\/security#handed-out/),
  )
})
