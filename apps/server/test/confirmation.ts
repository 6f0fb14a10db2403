import { accounts } from '@portico/contract'
import { issueConfirmation } from '../src/features/accounts/confirmation.service.ts'
import { createTestContext } from './context.ts'
import { test as fixtures, tokenFromUrl } from './fixtures.ts'
import type { TestFreelancer } from './given.ts'

/** Fixtures where freelancers have to confirm their email. */
export const test = fixtures
  .extend('testContext', { scope: 'file' }, async ({}, { onCleanup }) => {
    const testContext = await createTestContext({ CONFIRM_EMAIL: 'on', LIMIT_MAIL: '1000/3600' })
    onCleanup(testContext.close)
    return testContext
  })
  .extend(
    'confirm',
    ({ api }) =>
      (token: string) =>
        api.as(null).call(accounts.confirmEmail, { body: { token } }),
  )
  /** Issues a confirmation token without an email. */
  .extend(
    'issueToken',
    ({ ctx }) =>
      async ({ id }: TestFreelancer) =>
        tokenFromUrl((await issueConfirmation(ctx, id)).url),
  )
  .extend(
    'isConfirmed',
    ({ api }) =>
      async (person: TestFreelancer) =>
        (await api.as(person).call(accounts.me)).body.emailConfirmed,
  )
