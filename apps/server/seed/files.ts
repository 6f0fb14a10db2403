import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { canHaveThumbnail, contentTypeFor } from '../src/features/files/content-types.ts'
import { fileKey } from '../src/features/files/keys.ts'
import { makeThumbnail } from '../src/features/files/thumbnails.service.ts'
import { storeFile } from '../src/features/files/uploads.service.ts'
import type { Actor } from '../src/platform/actors.ts'
import type { AppContext } from '../src/platform/context.ts'
import type { DemoFile } from './demo-types.ts'
import { drawColours, drawCounter, drawSprig, drawVan } from './drawings.ts'
import { renderMenu } from './menu.ts'

const contents: Record<string, () => Promise<Buffer> | Buffer> = {
  'van-side.webp': drawVan,
  'cover-sketch.png': drawSprig,
  'brand-colours.png': drawColours,
  'counter-photo.jpg': drawCounter,
  'allergens.txt': () => Buffer.from(ALLERGENS),
  'menu-proof-01.pdf': () => renderMenu(1),
  'menu-proof-02.pdf': () => renderMenu(2),
  'menu-proof-03.pdf': () => renderMenu(3),
}

export async function shareFile(
  ctx: AppContext,
  by: Actor,
  projectId: string,
  { name }: Pick<DemoFile, 'name'>,
  { historyId, requestId }: { historyId: string | null; requestId: string | null },
) {
  const bytes = await contents[name]?.()
  if (!bytes) throw new Error(`there are no contents for ${name}`)
  const [id, contentType] = [newId(), contentTypeFor(name)]
  const sha256 = createHash('sha256').update(bytes).digest()
  await ctx.storage.put(fileKey(id), bytes)
  const file = { id, projectId, name, contentType, size: bytes.length, sha256, historyId }
  await storeFile(ctx, by, {
    ...file,
    requestId,
    guestName: null,
    clientUploadId: null,
    sectionId: null,
    isStaged: false,
  })
  const createdAt = ctx.clock.now().toISOString()
  await ctx.db.updateTable('file').set({ created_at: createdAt }).where('id', '=', id).execute()
  // Its job would only run with the server.
  if (canHaveThumbnail(contentType)) await makeThumbnail(ctx, { fileId: id })
  return id
}

const ALLERGENS = `Allergen marks, as on the boards

G  gluten     all but the meringues
M  milk       scones, cheese twist, brioche
N  nuts       frangipane, pecan slice
S  sesame     seeded batch, bagels
`
