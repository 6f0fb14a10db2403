import { durationInWords, paths, receiptSubject, type receipts, reviews } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'
import { type Email, nameInEmail, titleInEmail, titleInSubject } from '../../platform/mail/email.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import { findReceiptToMail, type MailedReceipt } from './receipts.repository.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    mailReceipt: { receiptId: string }
    mailReceipts: LastReceipts
  }
}

/** The receipt as a PDF. */
export type WriteReceiptPdf = (ctx: AppContext, receipt: receipts.Receipt) => Promise<Buffer>

/** Goes to the address that the receipt names. Nothing is emailed to clients of a freelancer who has not confirmed their address. */
export function createReceiptMailer(writePdf: WriteReceiptPdf): EmailWriter<'mailReceipt'> {
  return async (ctx, { receiptId }) => {
    const { db, config } = ctx
    const found = await findReceiptToMail(db, receiptId)
    if (!found || (config.confirmEmail && !found.freelancer.isConfirmed)) return
    const { clientId, isCurrent, receipt } = found
    return {
      email: renderReceiptEmail(found, config.publicUrl, await pdfOrNone()),
      recipient: isCurrent ? { side: 'client', personId: clientId } : null,
    }

    /** The receipt itself goes out even when its PDF cannot be made. */
    async function pdfOrNone() {
      try {
        return await writePdf(ctx, receipt)
      } catch (error) {
        ctx.log.error({ error, receipt: receiptId }, 'a receipt is mailed without its PDF')
        return null
      }
    }
  }
}

export function renderReceiptEmail(
  { firstName, freelancer: from, receipt }: MailedReceipt,
  publicUrl: string,
  pdf: Buffer | null,
): Email {
  const [client, freelancer] = [nameInEmail(firstName), nameInEmail(from.name)]
  const project = titleInEmail(receipt.project)
  const isApproval = receipt.decision === 'approved'
  const content = renderEmail({
    from: { name: freelancer, role: from.company && nameInEmail(from.company) },
    subject: isApproval
      ? `Your receipt: you ${shortText(receipt)}`
      : `Your receipt: you took back the approval of ${shortName(receipt)}`,
    preview: 'The receipt is attached. Keep it.',
    heading: isApproval
      ? 'Your approval is on record.'
      : 'You took back your approval, and that is on record.',
    paragraph:
      `${whatText(receipt)}, in the project ${project}. ` +
      `${pdf ? 'The receipt is attached as a PDF, with a small file beside it. Keep both: the small file' : 'The attached file is the receipt. Keep it: it'} shows later what exactly was decided, and that nothing was changed since.`,
    action: { label: 'Open the receipt', url: publicUrl + paths.client.receipt(receipt.id) },
    note:
      `If it was not you, ${isApproval ? `take it back within ${durationInWords(reviews.UNDO_SECONDS)}, ` : ''}` +
      `look at who is signed in as you, end what you do not know, and reply to this email to reach ${freelancer}.`,
    links: [
      { label: 'See who is signed in as you', url: publicUrl + paths.client.settings },
      { label: 'Check the receipt', url: publicUrl + paths.verify },
    ],
    signature: `Sent by Portico for ${freelancer}.`,
  })
  return {
    to: { name: client, address: receipt.client.email },
    from: `${freelancer} via Portico`,
    replyTo: { name: freelancer, address: from.email },
    ...content,
    // People open the first one.
    attachments: [
      ...(pdf
        ? [
            {
              name: `receipt-${receipt.number}.pdf`,
              type: 'application/pdf',
              content: pdf.toString('base64'),
              encoding: 'base64' as const,
            },
          ]
        : []),
      {
        name: `receipt-${receipt.number}.json`,
        type: 'application/json',
        content: `${JSON.stringify(receipt, null, 2)}\n`,
      },
    ],
  }
}

const hasChoice = ({ files = [] }: receipts.Receipt) => files.some(({ decision }) => decision === 'chosen')

/** A file by its name, several by their number. */
const shortName = (receipt: receipts.Receipt) =>
  receipt.files && !hasChoice(receipt) ? receiptSubject(receipt) : titleInSubject(receipt.file.name)

const shortText = (receipt: receipts.Receipt) =>
  `${hasChoice(receipt) ? 'chose' : 'approved'} ${shortName(receipt)}`

function whatText(receipt: receipts.Receipt) {
  const { file, files = [] } = receipt
  const what = `Version ${file.version} of ${titleInEmail(file.name)}`
  if (hasChoice(receipt)) return `${what}, chosen from ${files.length} files`
  return files.length > 1 ? receiptSubject(receipt).replace(/^\d+ (?!of)/, 'All $&') : what
}

/** The whole contents of the email, because the receipts are deleted by the time it is written. */
export interface LastReceipts {
  client: { firstName: string; lastName: string; email: string }
  freelancer: { id: string; name: string; company: string | null; email: string; isConfirmed: boolean }
  /** The title of the project that was deleted; null when the client or the account was. */
  project: string | null
  /** Sorted by project and number, the order in which /verify checks them. */
  receipts: receipts.Receipt[]
}

/** Nothing is emailed to clients of a freelancer who has not confirmed their address. */
export const mailReceipts: EmailWriter<'mailReceipts'> = async ({ config }, last) => {
  if (config.confirmEmail && !last.freelancer.isConfirmed) return
  return { email: renderReceiptsEmail(last, config.publicUrl), recipient: null }
}

export function renderReceiptsEmail(
  { client: to, freelancer: from, project, receipts }: LastReceipts,
  publicUrl: string,
): Email {
  const [client, freelancer] = [nameInEmail(to.firstName), nameInEmail(from.name)]
  const title = project && titleInEmail(project)
  const [count, them] = receipts.length === 1 ? ['the receipt', 'it'] : ['all receipts', 'them']
  const content = renderEmail({
    from: { name: freelancer, role: from.company && nameInEmail(from.company) },
    subject: project ? `Your receipts of ${titleInSubject(project)}` : `Your receipts from ${freelancer}`,
    preview: 'What you approved, to keep.',
    heading: `Hello ${client}, these receipts are yours to keep.`,
    paragraph: title
      ? `${title} has been deleted. The attached file has ${count} of what you approved there. Keep ${them}: Portico no longer has ${them}.`
      : `Your projects with ${freelancer} have been deleted. The attached file has ${count} of what you approved. Keep ${them}: Portico no longer has ${them}.`,
    action: { label: 'Check the receipts', url: publicUrl + paths.verify },
    note: `To check the attached file, drop it on that page. It stays in your browser. Reply to this email to reach ${freelancer}.`,
    signature: `Sent by Portico for ${freelancer}.`,
  })
  return {
    to: { name: `${client} ${nameInEmail(to.lastName)}`, address: to.email },
    from: `${freelancer} via Portico`,
    replyTo: { name: freelancer, address: from.email },
    ...content,
    attachments: [
      {
        name: 'receipts.json',
        type: 'application/json',
        content: `${JSON.stringify(receipts, null, 2)}\n`,
      },
    ],
  }
}
