import type { search } from '@portico/contract'
import { Svg } from '../../ui/CoreIcon.tsx'
import { Icon } from '../../ui/Icon.tsx'

const IMAGE_NAME = /\.(jpe?g|png|gif|webp|avif|svg|heic|tiff?)$/i

// FileIcon has the first two as well, but importing it would load 24 kB of the project pages.
const shapes = {
  file: <path d="M13.5 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8.5zM13.5 3v5.5H19" />,
  image: (
    <>
      <rect x="3.5" y="5" width="17" height="14" rx="2" />
      <path d="m4 16.5 4.5-4.5 4 4 2.5-2.5 5 4.5" />
      <circle cx="15" cy="9.5" r="1.2" />
    </>
  ),
  feedback: <path d="M5 6.5h14M5 12h14M5 17.5h8" />,
  note: (
    <>
      <path d="M12 21s6.5-6 6.5-10.8a6.5 6.5 0 0 0-13 0C5.5 15 12 21 12 21z" />
      <circle cx="12" cy="10.2" r="2.3" />
    </>
  ),
  request: <path d="M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01" />,
}

export function ResultIcon({ kind, title }: { kind: search.SearchKind; title: string }) {
  if (kind === 'client') return <Icon name="people" />
  if (kind === 'project') return <Icon name="folder" />
  if (kind === 'message') return <Icon name="chat" />
  return <Svg>{shapes[kind === 'file' && IMAGE_NAME.test(title) ? 'image' : kind]}</Svg>
}
