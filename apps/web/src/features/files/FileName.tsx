import './FileName.css'

/** Shorter names fit nearly everywhere; elsewhere they are truncated at the end. */
const MIN_SPLIT_LENGTH = 20
/** The number of characters of the stem that stay in front of the extension. */
const TAIL_LENGTH = 6

/**
 * A file name on one line. A long name is truncated in the middle, so that its extension stays visible. Screen
 * readers read the whole name.
 */
export function FileName({ name, className = '' }: { name: string; className?: string }) {
  const at = findSplit(name)
  if (at === undefined) {
    return (
      <span className={`file-name cut ${className}`} title={name} dir="auto">
        {name}
      </span>
    )
  }
  return (
    <span className={`file-name file-name--split ${className}`} title={name} dir="auto">
      <span className="vh">{name}</span>
      <span className="file-name__start" aria-hidden="true">
        {name.slice(0, at)}
      </span>
      <span aria-hidden="true">{name.slice(at)}</span>
    </span>
  )
}

function findSplit(name: string) {
  if (name.length < MIN_SPLIT_LENGTH) return undefined
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 && name.length - dot <= MIN_SPLIT_LENGTH ? name.slice(0, dot) : name
  const characters = [...new Intl.Segmenter().segment(stem)]
  // Arabic letters are joined, and would be separated at the split.
  const tailLength = /\p{Script=Arabic}/u.test(stem) && stem !== name ? 0 : TAIL_LENGTH
  return tailLength === 0 ? stem.length : characters.at(-tailLength)?.index
}
