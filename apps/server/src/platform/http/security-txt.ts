import type { FastifyInstance } from 'fastify'

const PATH = '/.well-known/security.txt'
const EXPIRES_AFTER_DAYS = 180

/** Says where faults of safety are reported (RFC 9116). It is written when it is asked for, so it never expires while Portico runs. */
export async function securityTxtRoutes(app: FastifyInstance) {
  const { config, clock } = app.ctx
  const { securityContact, supportAddress, mailFrom, publicUrl } = config
  const contact = securityContact ?? `mailto:${addressOf(supportAddress ?? mailFrom)}`

  app.get(PATH, async (_request, reply) => {
    const tomorrow = new Date(clock.now()).setUTCHours(24, 0, 0, 0)
    const expires = new Date(tomorrow + EXPIRES_AFTER_DAYS * 86_400_000)
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${PATH}`,
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`${lines.join('\n')}\n`)
  })
}

/** Without the name before it. */
const addressOf = (sender: string) => /<([^<>]+)>$/.exec(sender)?.[1] ?? sender
