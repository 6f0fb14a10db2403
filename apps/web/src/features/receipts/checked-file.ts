export interface CheckedFile {
  file: File
  /** How much of it has been read, from 0 to 1. */
  share: number
  /** Undefined until the whole file has been read; null when it could not be. */
  sha256?: string | null
}
