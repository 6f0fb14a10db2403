/**
 * The content type comes from the extension, never from the sender or from the bytes. Types that can carry script or markup
 * (html, svg, xml, js, css …) are missing on purpose: such files are downloads of unknown content.
 */
const TYPE_BY_EXTENSION: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  heic: 'image/heic',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  pdf: 'application/pdf',
  txt: 'text/plain',
  text: 'text/plain',
  log: 'text/plain',
  md: 'text/plain',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  ogv: 'video/ogg',
  zip: 'application/zip',
  gz: 'application/gzip',
  tgz: 'application/gzip',
  '7z': 'application/x-7z-compressed',
  rar: 'application/vnd.rar',
  tar: 'application/x-tar',
  csv: 'text/csv',
  rtf: 'application/rtf',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  psd: 'image/vnd.adobe.photoshop',
  otf: 'font/otf',
  ttf: 'font/ttf',
  woff: 'font/woff',
  woff2: 'font/woff2',
}

const UNKNOWN_TYPE = 'application/octet-stream'
const KNOWN_TYPES = new Set(Object.values(TYPE_BY_EXTENSION))

/** A name without an extension (a pasted image) gets the claimed type, if the table has it. */
export function contentTypeFor(name: string, claimedType = '') {
  const [, extension] = /[^.]\.([^.\s]+)$/.exec(name) ?? []
  if (extension)
    return (
      (Object.hasOwn(TYPE_BY_EXTENSION, extension.toLowerCase()) &&
        TYPE_BY_EXTENSION[extension.toLowerCase()]) ||
      UNKNOWN_TYPE
    )
  const type = claimedType.split(';', 1).join('').trim().toLowerCase()
  return KNOWN_TYPES.has(type) ? type : UNKNOWN_TYPE
}

/** A bucket sends no CSP. Browsers may sniff `text/plain` as HTML, so it is excluded. */
export function canBeServedWithoutCsp(contentType: string) {
  return KNOWN_TYPES.has(contentType) && contentType !== 'text/plain'
}

export function canHaveThumbnail(contentType: string) {
  return /^image\/(png|jpeg|gif|webp|avif|tiff)$/.test(contentType)
}
