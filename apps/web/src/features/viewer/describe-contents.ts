/** How many bytes from the start of a file say what it is. */
export const SIGNATURE_BYTES = 32

interface Signature {
  kind: string
  at?: number
  /** One of these stands there. */
  texts: readonly string[]
}

/** The kinds of file that often have the name of another kind. */
const SIGNATURES: readonly Signature[] = [
  {
    kind: 'a HEIC picture, which few browsers show',
    at: 4,
    texts: ['ftyphei', 'ftyphev', 'ftypmif1', 'ftypmsf1'],
  },
  { kind: 'a raw photo of a camera, which browsers do not show', at: 4, texts: ['ftypcrx'] },
  { kind: 'a JPEG XL picture, which few browsers show', texts: ['\xff\x0a', '\0\0\0\x0cJXL '] },
  { kind: 'a JPEG 2000 picture, which few browsers show', texts: ['\0\0\0\x0cjP'] },
  { kind: 'a Photoshop file, which browsers do not show', texts: ['8BPS'] },
  { kind: 'a sound in MP4', at: 4, texts: ['ftypM4A'] },
  {
    kind: 'a video in MP4 or QuickTime',
    at: 4,
    texts: ['ftypqt', 'ftypiso', 'ftypmp4', 'ftypM4V', 'ftypavc1'],
  },
  { kind: 'an AVI video, which browsers do not play', at: 8, texts: ['AVI LIST'] },
  { kind: 'a Matroska or WebM video', texts: ['\x1aE\xdf\xa3'] },
  { kind: 'a PDF', texts: ['%PDF-'] },
  { kind: 'a ZIP or a document of an office program', texts: ['PK\x03\x04'] },
  { kind: 'an SVG drawing', texts: ['<svg'] },
  { kind: 'a web page', texts: ['<!doctype html', '<!DOCTYPE html', '<html'] },
]

/** What a file is by its first bytes, to follow "It is". Undefined when they say nothing that helps. */
export function describeContents(bytes: Uint8Array) {
  const text = String.fromCharCode(...bytes.subarray(0, SIGNATURE_BYTES))
  return SIGNATURES.find(({ at, texts }) => texts.some((start) => text.startsWith(start, at)))?.kind
}
