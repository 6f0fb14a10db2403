/** Ada is typing; Ada and Sam are typing. */
export function typingText(names: readonly string[]) {
  const firstNames = names.map((name) => name.split(' ')[0])
  return `${firstNames.join(' and ')} ${names.length === 1 ? 'is' : 'are'} typing`
}
