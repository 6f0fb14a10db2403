export function fullName({ firstName, lastName }: { firstName: string; lastName: string }) {
  return `${firstName} ${lastName}`
}
