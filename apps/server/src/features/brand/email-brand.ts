import { type brand, shadesOf } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'
import { nameInEmail } from '../../platform/mail/email.ts'
import type { EmailBrand } from '../../platform/mail/render-email.ts'
import type { FindEmailBrand } from '../../platform/mail/send-queued.ts'
import { findBrand, findWorkspaceOf } from './brand.repository.ts'
import { isShown, toShownBrand } from './brand.service.ts'

/** Wider than on a page: an email has the whole column. */
const MAX_LOGO_WIDTH_PX = 260
const MAX_LOGO_HEIGHT_PX = 56

/** How the emails of a workspace look to its clients; null where its plan has no brand or none was chosen. */
export const findEmailBrand: FindEmailBrand = async (ctx, whose) => {
  const workspaceId =
    'workspaceId' in whose ? whose.workspaceId : await findWorkspaceOf(ctx.db, whose.clientId)
  const stored = workspaceId === undefined ? undefined : await findBrand(ctx.db, workspaceId)
  if (!stored || !isShown(ctx.config, stored)) return null
  return { brand: toEmailBrand(ctx, toShownBrand(ctx.config, stored)), replyTo: stored.replyTo }
}

function toEmailBrand({ config }: AppContext, { name, logo, colour }: brand.ShownBrand): EmailBrand {
  return {
    name: nameInEmail(name),
    logo: logo && { ...shownSize(logo), url: config.publicUrl + logo.path, plate: logo.plate },
    colours: colour === null ? null : coloursOf(colour),
  }
}

/** The picture has two pixels for each of the screen, or more. */
function shownSize({ width, height }: brand.Logo) {
  const scale = Math.min(MAX_LOGO_WIDTH_PX / width, MAX_LOGO_HEIGHT_PX / height, 0.5)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

function coloursOf(colour: string) {
  const [light, dark] = [shadesOf(colour, 'light'), shadesOf(colour, 'dark')]
  return {
    button: light.primary,
    onButton: light['primary-on'],
    edges: { light: light['primary-line'], dark: dark['primary-line'] },
    links: { light: light['accent-ink'], dark: dark['accent-ink'] },
  }
}
