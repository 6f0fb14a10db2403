import { formats, hasLineBreak } from '@portico/contract'
import { find } from 'linkifyjs'

/** Whether mail programs could show the name as a link, or on two lines. */
export function hasAddressOrLineBreak(name: string) {
  return hasLineBreak(name) || hasAddress(name)
}

/** Whether mail programs could show a part of the text as a link. */
export function hasAddress(text: string) {
  return /:\/\/|www\./i.test(text) || find(asRead(text)).length > 0
}

export function isName(text: string) {
  return formats.name(text) && !hasAddressOrLineBreak(text)
}

/** As a reader or a browser reads it: without invisible characters, and with every kind of full stop as a dot. */
function asRead(name: string) {
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('\u3002', '.')
}
