import { type SentEmail, singleLine } from './email.ts'
import { findRefusedParty } from './refused-party.ts'
import { SendError } from './send-error.ts'

type Transport = Awaited<ReturnType<typeof openTransport>>

export function createSmtpTransport(url: string) {
  let opening: Promise<Transport> | undefined

  return {
    async send({ from, to, replyTo, subject, text, html, priority, unsubscribeUrl, attachments }: SentEmail) {
      opening ??= openTransport(url)
      const transport = await opening
      try {
        await transport.sendMail({
          from: formatMailbox(from),
          to: formatMailbox(to),
          replyTo: replyTo && formatMailbox(replyTo),
          subject,
          text,
          html,
          // Nodemailer writes `Importance`, `X-Priority` and `X-MSMail-Priority`.
          ...(priority && { priority }),
          ...(attachments && {
            attachments: attachments.map(({ name, type, ...contents }) => ({
              filename: name,
              contentType: type,
              ...contents,
            })),
          }),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          // The socket timeout does not end a server that sends its response byte by byte.
          signal: AbortSignal.timeout(90_000),
        })
      } catch (error) {
        throw toSendError(error as SmtpError)
      }
    },
    close() {
      void opening?.then((transport) => transport.close({ force: true }))
    },
  }
}

/** Nodemailer is large, so it is loaded with the first email. TLS follows the URL: `smtps:`, or STARTTLS where offered. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    idleTimeout: 10_000,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // Longer, because a server scans an email before it replies, and one that it took after all would be sent twice.
    socketTimeout: 30_000,
    // The job retries. A second queue would send twice.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const formatMailbox = ({ name = '', address }: SentEmail['from']) => ({ name, address })

interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
  response?: string
  syscall?: string
}

/** Leaves out the server's message, which can repeat the recipient. */
function toSendError(error: SmtpError) {
  const { code, command, responseCode, response = '', message } = error
  const facts = [code, command, command === 'CONN' ? message : responseCode].filter(Boolean)
  const refusedParty = command === 'RCPT TO' ? findRefusedParty(response) : undefined
  const isAboutEmail = responseCode !== undefined && EMAIL_COMMANDS.has(command) && refusedParty !== 'sender'
  return new SendError(`The mail server did not take the email: ${facts.join(' ')}`, {
    isPermanent: isAboutEmail && responseCode >= 500,
    isUndelivered: isUndelivered(error),
    isServerFailing: !isAboutEmail,
    ...(refusedParty === 'recipient' && { refusal: singleLine(response).slice(0, MAX_REFUSAL_LENGTH) }),
  })
}

const MAX_REFUSAL_LENGTH = 300

/** Their refusals are about the recipient or the email. The operator can correct the others, such as a wrong password. */
const EMAIL_COMMANDS = new Set<string | undefined>(['RCPT TO', 'DATA'])

/** The server refused it, or there was no connection. A connection that broke later may have delivered the email. */
function isUndelivered({ code, responseCode, syscall }: SmtpError) {
  return responseCode !== undefined || syscall === 'connect' || code === 'EDNS' || code === 'ETLS'
}
