/** How many times longer one side of a logo may be than the other. */
export const MAX_LOGO_RATIO = 12
export const MIN_LOGO_SIDE_PX = 24

/** Why a picture cannot be a logo. */
export type LogoFault = 'animated' | 'small' | 'long' | 'empty'

export interface DrawnLogo {
  width: number
  height: number
  /** The theme in which it would hardly be seen on the page. */
  plate: 'light' | 'dark' | null
  png: Buffer
}

/** A line of JSON, then the picture. */
export function joinLogo(drawn: DrawnLogo | { fault: LogoFault }) {
  const { png, ...head } = { png: Buffer.alloc(0), ...drawn }
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), png])
}

export function splitLogo(bytes: Buffer): DrawnLogo | { fault: LogoFault } {
  const start = bytes.indexOf('\n') + 1
  const head = JSON.parse(bytes.toString('utf8', 0, start))
  return 'fault' in head ? head : { ...head, png: bytes.subarray(start) }
}
