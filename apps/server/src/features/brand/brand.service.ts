import { type brand, brandCss } from '@portico/contract'
import type { Config } from '../../config.ts'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { NotSignedIn } from '../../platform/http/access.ts'
import { hashSecret } from '../../platform/http/secrets.ts'
import { clientsOf } from '../access/clients-of.ts'
import { lockWorkspace } from '../access/lock-workspace.ts'
import { requireRight } from '../access/member-rules.ts'
import { findRole } from '../access/memberships.ts'
import { limitsOfPlan } from '../access/plan-limits.ts'
import { audit } from '../audit/audit.ts'
import {
  type BrandColumns,
  findBrand,
  findWorkspaceOfLink,
  type StoredBrand,
  saveBrand,
  setWorkspaceName,
} from './brand.repository.ts'
import { drawLogo } from './draw-logo.ts'

export async function getBrand(
  { db, config }: AppContext,
  { workspaceId }: Freelancer,
): Promise<brand.Brand> {
  const stored = await findBrand(db, workspaceId)
  if (!stored) throw new NotSignedIn()
  const { name, colour, replyTo, showMadeWith, plan } = stored
  const limits = limitsOfPlan(config, plan)
  return {
    workspaceId,
    name,
    colour,
    logo: logoOf(stored),
    replyTo,
    showMadeWith,
    isInPlan: limits.brand,
    mayHideMadeWith: limits.hidesMadeWith,
  }
}

/** For the owner and admins. What the plan does not show is stored all the same. */
export async function changeBrand(
  ctx: AppContext,
  freelancer: Freelancer,
  { name, logo, colour, replyTo, showMadeWith }: brand.BrandChange,
) {
  const { workspaceId } = freelancer
  // Refused before the work of drawing, and again under the lock.
  requireRight(freelancer, { kind: 'brand' })
  const drawn = logo && (await drawLogo(workspaceId, Buffer.from(logo, 'base64')))
  const columns: BrandColumns = {
    ...(colour !== undefined && { colour: colour?.toLowerCase() ?? null }),
    ...(replyTo !== undefined && { reply_to: replyTo }),
    ...(showMadeWith !== undefined && { show_made_with: showMadeWith }),
    ...(logo === null && { logo: null, logo_width: null, logo_height: null, logo_plate: null }),
    ...(drawn && {
      logo: drawn.png,
      logo_width: drawn.width,
      logo_height: drawn.height,
      logo_plate: drawn.plate,
    }),
  }
  await ctx.db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, freelancer)
    const role = await findRole(trx, freelancer)
    if (!role) throw new NotSignedIn()
    requireRight({ ...freelancer, role }, { kind: 'brand' })
    if (name !== undefined) await setWorkspaceName(trx, workspaceId, name)
    await saveBrand(trx, workspaceId, columns)
    const changed = Object.entries({ name, logo, colour, replyTo, showMadeWith })
      .filter(([, value]) => value !== undefined)
      .map(([field]) => FIELD_TEXTS[field as keyof brand.BrandChange])
    const details = { method: changed.join(', ') }
    await audit({ ...ctx, db: trx }, freelancer, { action: 'settings.brand_changed', details })
  })
  ctx.live.changed({ workspaceId }, 'brand.change')
  for (const client of await clientsOf(ctx, freelancer)) ctx.live.changed(client, 'brand.change')
  return getBrand(ctx, freelancer)
}

const FIELD_TEXTS: Record<keyof brand.BrandChange, string> = {
  name: 'name',
  logo: 'logo',
  colour: 'colour',
  replyTo: 'address for replies',
  showMadeWith: 'mention of Portico',
}

/** What clients see; null where the plan has no brand, and for who has chosen nothing: then they see the member alone. */
export async function getShownBrand(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  workspaceId: string,
): Promise<brand.ShownBrand | null> {
  const stored = await findBrand(db, workspaceId)
  return stored && isShown(config, stored) ? toShownBrand(config, stored) : null
}

/** Of the workspace whose client a login link is for, so that not even the first page looks like somebody else's. */
export async function findBrandOfLink(ctx: Pick<AppContext, 'db' | 'config'>, token: string) {
  const workspaceId = await findWorkspaceOfLink(ctx.db, hashSecret(token))
  return workspaceId === undefined ? null : getShownBrand(ctx, workspaceId)
}

export const isShown = (config: Config, { version, plan }: StoredBrand) =>
  version > 0 && limitsOfPlan(config, plan).brand

export function toShownBrand(config: Config, stored: StoredBrand): brand.ShownBrand {
  const { workspaceId, version, name, ownerName, colour, plan, showMadeWith } = stored
  return {
    workspaceId,
    version,
    name: name ?? ownerName,
    colour,
    logo: logoOf(stored),
    css: colour ? brandCss(colour) : '',
    showMadeWith: showMadeWith || !limitsOfPlan(config, plan).hidesMadeWith,
  }
}

const brandPicturePath = (workspaceId: string, version: number, file: string) =>
  `/brand/${workspaceId}/${version}/${file}`

function logoOf({ workspaceId, version, logoWidth, logoHeight, logoPlate }: StoredBrand): brand.Logo | null {
  if (logoWidth === null || logoHeight === null) return null
  const path = brandPicturePath(workspaceId, version, 'logo.png')
  return { path, width: logoWidth, height: logoHeight, plate: logoPlate }
}
