/** A failure to send an email. The message names no recipient, because errors are logged. */
export class SendError extends Error {
  /** The mail server refuses this email or its recipient, so that a retry would fail too. */
  readonly isPermanent: boolean
  /** The email has certainly reached nobody, so that a link in it can be withdrawn. */
  readonly isUndelivered: boolean
  /** The mail server is away or takes no emails from us; the error is not about this email or its recipient. */
  readonly isServerFailing: boolean
  readonly #refusal: string | undefined

  constructor(message: string, { isPermanent, isUndelivered, isServerFailing, refusal }: Consequences) {
    super(message)
    this.isPermanent = isPermanent
    this.isUndelivered = isUndelivered
    this.isServerFailing = isServerFailing
    this.#refusal = refusal
  }

  /** The reply of a mail server that refuses this recipient for good. A getter is not logged, and the reply may repeat the address. */
  get refusal() {
    return this.#refusal
  }
}

interface Consequences {
  isPermanent: boolean
  isUndelivered: boolean
  isServerFailing: boolean
  refusal?: string | undefined
}
