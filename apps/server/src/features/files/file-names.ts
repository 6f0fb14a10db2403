import { cleanFileName } from '@portico/contract'

/** Makes the name one that every operating system accepts. */
export function portableFileName(given: string) {
  const name = cleanFileName(given.replace(/[<>:"/\\|?*]/g, '_'))
  return name.replace(/[. ]+$/, '_').replace(WINDOWS_DEVICE_NAME, '$1_')
}

/** Windows opens a device for these names, with any extension. */
const WINDOWS_DEVICE_NAME = /^(con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?=\s*(?:\.|$))/i
