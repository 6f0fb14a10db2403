import { buffer } from 'node:stream/consumers'
import type { receipts } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { audit } from '../audit/audit.ts'
import { thumbnailKey } from '../files/keys.ts'
import { getReceipt, getWithdrawal } from '../receipts/receipts.service.ts'
import { readCircumstances } from './receipt-pdf.repository.ts'
import { type ReceiptPicture, writeReceiptPdf } from './receipt-pdf.ts'

export async function makeReceiptPdf(ctx: AppContext, actor: Actor, id: string) {
  const receipt: receipts.Receipt = JSON.parse(await getReceipt(ctx, actor, id))
  const { receipt: withdrawal }: { receipt: receipts.Receipt | null } = JSON.parse(
    await getWithdrawal(ctx, actor, id),
  )
  await audit(ctx, actor, {
    action: 'export.receipt',
    target: { kind: 'receipt', id, name: receipt.file.name },
  })
  return { bytes: await writePdf(ctx, receipt, withdrawal), fileName: `receipt-${receipt.number}.pdf` }
}

/** For the email that is sent when the receipt is written: nobody has taken it back yet. */
export const makeMailedPdf = (ctx: AppContext, receipt: receipts.Receipt) => writePdf(ctx, receipt, null)

/** The pictures are the thumbnails, which the server has drawn: what was uploaded is not opened here. */
async function writePdf(ctx: AppContext, receipt: receipts.Receipt, withdrawal: receipts.Receipt | null) {
  const { files, ...circumstances } = await readCircumstances(ctx.db, receipt.id)
  const { publicUrl } = ctx.config
  const pictures = (await Promise.all(files.map((file) => readPicture(ctx, file)))).flat()
  return writeReceiptPdf({ receipt, withdrawal, ...circumstances, publicUrl, pictures })
}

/** None when the thumbnail is lost, for example after a restore. */
async function readPicture(
  { storage, log }: AppContext,
  { id, ...file }: { id: string; sha256: string; isByUploader: boolean },
): Promise<ReceiptPicture[]> {
  const stored = await storage.read(thumbnailKey(id))
  if (!stored) return []
  const { default: sharp } = await import('sharp')
  try {
    return [
      {
        ...file,
        bytes: await sharp(await buffer(stored))
          .flatten({ background: '#fff' })
          .jpeg()
          .toBuffer(),
      },
    ]
  } catch (error) {
    log.error({ error, file: id }, 'a thumbnail that cannot be read')
    return []
  }
}
