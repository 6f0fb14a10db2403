type Code =
  /** There are no binaries for this platform. */
  | 'UNSUPPORTED_PLATFORM'
  /** This user may not run PostgreSQL here. */
  | 'NOT_ALLOWED'
  /** The database folder is from another major version. */
  | 'OTHER_VERSION'
  | 'INIT_FAILED'
  | 'START_FAILED'

/** Why PostgreSQL does not start. The message is a clause without a full stop, for the caller to complete. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
  readonly code: Code

  constructor(code: Code, message: string) {
    super(message)
    this.code = code
  }
}
