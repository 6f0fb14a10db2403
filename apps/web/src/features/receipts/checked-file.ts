export interface CheckedFile {
  file: File
  share: number
  sha256?: string | null
}
