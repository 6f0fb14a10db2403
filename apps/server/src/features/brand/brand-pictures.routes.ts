import { UUID_PATTERN } from '@portico/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { NotFound } from '../../platform/http/errors.ts'
import { findBrand, findLogo } from './brand.repository.ts'
import { drawIcon, ICON_SIDES_PX } from './draw-icon.ts'

interface Picture {
  Params: { workspaceId: string; version: string; file: string }
}

const isId = (text: string) => new RegExp(`^${UUID_PATTERN}$`).test(text)

/** The logo and icons of a workspace, for everybody: emails and browsers fetch them without a session. */
export async function brandPictureRoutes(app: FastifyInstance) {
  const { db } = app.ctx

  app.get<Picture>('/brand/:workspaceId/:version/:file', async ({ params }, reply) => {
    const { workspaceId, version, file } = params
    if (!isId(workspaceId)) throw new NotFound()
    const side = ICON_SIDES_PX.find((each) => file === `icon-${each}.png`)
    if (file === 'logo.png') {
      const stored = await findLogo(db, workspaceId)
      if (!stored?.logo) throw new NotFound()
      return send(reply, stored.logo, String(stored.version) === version)
    }
    const brand = side && (await findBrand(db, workspaceId))
    if (!side || !brand) throw new NotFound()
    const read = async () => (await findLogo(db, workspaceId))?.logo ?? null
    return send(reply, await drawIcon(brand, side, read), String(brand.version) === version)
  })
}

/** The address of an earlier version, in an email or on an open page, shows the present picture. */
function send(reply: FastifyReply, png: Buffer, isCurrent: boolean) {
  return reply
    .headers({
      'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      'content-security-policy': "default-src 'none'",
      // Emails are shown by pages of other origins.
      'cross-origin-resource-policy': 'cross-origin',
    })
    .type('image/png')
    .send(png)
}
