/**
 * What a file is served as, by its ending: a frozen table, so that nobody decides it by what they claim or put inside.
 * Whatever can carry script or markup (html, svg, xml, js, css …) is not in it and so is a download of unknown content.
 */
const byEnding: Record<string, string> = {
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

const UNKNOWN = 'application/octet-stream'
const known = new Set(Object.values(byEnding))
/** What a browser shows; the rest downloads. */
const shown =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|heic|tiff)|application\/pdf|text\/plain|audio\/.+|video\/.+)$/

/** A name with an ending is judged by that alone; one without (a pasted image) by what the sender says, within the table. */
export function contentTypeFor(name: string, claimed = '') {
  const [, ending] = /[^.]\.([^.\s]+)$/.exec(name) ?? []
  if (ending)
    return (Object.hasOwn(byEnding, ending.toLowerCase()) && byEnding[ending.toLowerCase()]) || UNKNOWN
  const type = claimed.split(';', 1).join('').trim().toLowerCase()
  return known.has(type) ? type : UNKNOWN
}

export function isShownInline(contentType: string) {
  return shown.test(contentType)
}

/** What may come from an origin that sends no CSP of ours: known content that cannot run anywhere, whoever sniffs at it. */
export function isHarmless(contentType: string) {
  return known.has(contentType) && contentType !== 'text/plain'
}

/** What a small picture can be made of. */
export function canHaveThumbnail(contentType: string) {
  return /^image\/(png|jpeg|gif|webp|avif|tiff)$/.test(contentType)
}
