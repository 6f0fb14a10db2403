import { NotAgain } from '../jobs/jobs.ts'
import type { SentEmail } from './mailer.ts'

type Transport = Awaited<ReturnType<typeof openTransport>>

export function createSmtpTransport(url: string) {
  let opening: Promise<Transport> | undefined

  return {
    async send({ from, to, replyTo, subject, text, html, priority, unsubscribeUrl }: SentEmail) {
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
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          // A server that trickles its answers would never be idle.
          signal: AbortSignal.timeout(90_000),
        })
      } catch (error) {
        throw withoutRecipients(error as SmtpError)
      }
    },
    close() {
      void opening?.then((transport) => transport.close({ force: true }))
    },
  }
}

/** Loaded with the first email, for it is large. TLS is as the URL says: smtps:, or STARTTLS where it is offered. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    idleTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // The job is what sends again: two queues would send twice.
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
  syscall?: string
}

/** What a server says of an email can repeat its recipient, and errors are logged. */
function withoutRecipients(error: SmtpError) {
  const { code, command, responseCode, message } = error
  const facts = [code, command, command === 'CONN' ? message : responseCode].filter(Boolean)
  const said = `The mail server did not take the email: ${facts.join(' ')}`
  const isForGood =
    PERMANENT_REFUSAL_COMMANDS.has(command) && responseCode !== undefined && responseCode >= 500
  return Object.assign(isForGood ? new NotAgain(said) : new Error(said), { nobodyHasIt: isUnsent(error) })
}

/** A refusal of the mailbox or the email. What is refused of us, such as our password, the operator can put right. */
const PERMANENT_REFUSAL_COMMANDS = new Set<string | undefined>(['RCPT TO', 'DATA'])

/** It was refused, or we never got through. A line that broke later may have carried the email. */
function isUnsent({ code, responseCode, syscall }: SmtpError) {
  return responseCode !== undefined || syscall === 'connect' || code === 'EDNS' || code === 'ETLS'
}
