import type { chat } from '@portico/contract'

/** Ada is typing; Ada and Sam are typing. */
export function typingText(names: readonly string[]) {
  return `${joinNames(names)} ${names.length === 1 ? 'is' : 'are'} typing`
}

/** Who of several people has seen this message. One person alone needs no name. */
export function seenText(readers: readonly chat.Reader[], number: number) {
  const names = readers.filter(({ seen }) => seen >= number).map(({ name }) => name)
  return readers.length > 1 && names.length > 0 ? `Seen by ${joinNames(names)}` : 'Seen'
}

function joinNames(names: readonly string[]) {
  const firstNames = names.map((name) => name.split(' ')[0])
  return [firstNames.slice(0, -1).join(', '), firstNames.at(-1)].filter(Boolean).join(' and ')
}
