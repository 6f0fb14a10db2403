import { reviews } from '@portico/contract'
import type { EmailFixture } from './emails.ts'
import { type Api, expect } from './fixtures.ts'
import type { TestClient } from './given.ts'

/** Has a code mailed for this review and reads it. */
export async function sentCode(api: Api, emails: EmailFixture, client: TestClient, { id }: { id: string }) {
  expect(await api.as(client).call(reviews.sendCode, { params: { id } })).toMatchObject({
    status: 200,
    body: { emailStatus: 'queued' },
  })
  return codeIn(await emails.to(client.email))
}

/** The code of the newest email that has one. */
export function codeIn(emails: { text: string }[]) {
  const codes = emails.map(({ text }) => /^\d{6}$/m.exec(text)?.[0])
  return codes.find((code) => code !== undefined) ?? ''
}
