/** `1 file`, `3 files`. */
export function plural(count: number, one: string, many?: string) {
  return `${count} ${pluralForm(count, one, many)}`
}

/** The word or phrase that goes with a count: `file` or `files`, `One link stops` or `3 links stop`. */
export function pluralForm(count: number, one: string, many = `${one}s`) {
  return count === 1 ? one : many
}
