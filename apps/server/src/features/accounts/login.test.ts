import { accounts } from '@portico/contract'
import { describe } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { uniqueEmail } from '../../../test/given.ts'

describe('logging in', () => {
  test('gets the same response for a wrong password and an unknown email', async ({ api, given }) => {
    const { email } = await given.freelancer()
    const [wrong, unknown] = await Promise.all(
      [email, uniqueEmail('nobody')].map((email) =>
        api.as(null).call(accounts.login, { body: { email, password: 'wrong' } }),
      ),
    )
    expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid email or password.' } })
    expect(unknown?.body).toEqual(wrong?.body)
    expect(Object.keys(unknown?.headers ?? {})).toEqual(Object.keys(wrong?.headers ?? {}))
  })

  test.for([
    {},
    { email: '', password: '' },
    { email: 'a@b.test', password: '' },
    { email: ' ', password: 'x' },
  ])('returns 400 for %j', async (body, { api }) => {
    expect(await api.as(null).send(accounts.login, { body })).toMatchObject({
      status: 400,
      body: { message: 'Please enter both email and password.' },
    })
  })

  test('stores a hash of the password only', async ({ ctx, given }) => {
    const { id, password } = await given.freelancer()
    const row = await ctx.db
      .selectFrom('freelancer')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^argon2id\$/)
    expect(JSON.stringify(row)).not.toContain(password)
  })
})
