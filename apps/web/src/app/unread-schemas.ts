/**
 * Stands in for `typebox` in the browser's bundle (see vite.config.ts). The web calls endpoints by method, url and
 * access, and leaves validation to the server, so schemas need not be built here: 13 kB less on every first visit.
 * Types still come from the real library. What the contract newly uses is added here; the build names what is missing.
 */
const unread = () => ({})

export {
  unread as Array,
  unread as Boolean,
  unread as Integer,
  unread as Literal,
  unread as Null,
  unread as Object,
  unread as Optional,
  unread as Record,
  unread as String,
  unread as Union,
  unread as Unsafe,
}

/** The one schema that pages read: a select offers what it lists. */
export const Enum = <T>(values: T) => ({ enum: values })
