import { Svg } from '../../ui/CoreIcon.tsx'

const sheet = <path d="M13.5 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8.5zM13.5 3v5.5H19" />

const shapes = {
  file: sheet,
  text: (
    <>
      {sheet}
      <path d="M8.5 12.5h7M8.5 16h5" />
    </>
  ),
  image: (
    <>
      <rect x="3.5" y="5" width="17" height="14" rx="2" />
      <path d="m4 16.5 4.5-4.5 4 4 2.5-2.5 5 4.5" />
      <circle cx="15" cy="9.5" r="1.2" />
    </>
  ),
  film: (
    <>
      <rect x="3.5" y="5" width="17" height="14" rx="2" />
      <path d="m10.5 9.3 4.5 2.7-4.5 2.7z" />
    </>
  ),
  sound: (
    <>
      <path d="M9.5 17V6l9-1.5V15.5" />
      <circle cx="7.2" cy="17" r="2.3" />
      <circle cx="16.2" cy="15.5" r="2.3" />
    </>
  ),
  archive: (
    <>
      <path d="M4.5 8.5h15V19a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 19zM3.5 4.5h17v4h-17z" />
      <path d="M10 12.5h4" />
    </>
  ),
  download: <path d="M12 4v11.5M7.5 11 12 15.5 16.5 11M4 15.5V18a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2.5" />,
  pencil: (
    <path d="M4 20l.8-4L16.5 4.3a1.8 1.8 0 0 1 2.5 0l.7.7a1.8 1.8 0 0 1 0 2.5L8 19.2zM14 6.8l3.2 3.2" />
  ),
  clip: (
    <path d="M19.5 11.5 12 19a4.6 4.6 0 0 1-6.5-6.5L13.6 4.4a3.1 3.1 0 0 1 4.4 4.4l-8.1 8a1.5 1.5 0 0 1-2.2-2.1l7.4-7.4" />
  ),
  upload: <path d="M12 15.5V4M7.5 8.5 12 4l4.5 4.5M4 15.5V18a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2.5" />,
  versions: (
    <>
      <rect x="8" y="3.5" width="12" height="14" rx="2" />
      <path d="M4 7.5v11a2 2 0 0 0 2 2h9" />
    </>
  ),
  more: (
    <g fill="currentColor" stroke="none">
      <circle cx="5" cy="12" r="1.6" />
      <circle cx="12" cy="12" r="1.6" />
      <circle cx="19" cy="12" r="1.6" />
    </g>
  ),
  out: <path d="M13.5 4H20v6.5M20 4l-9 9M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4" />,
}

export function FileIcon({ name, small = false }: { name: keyof typeof shapes; small?: boolean }) {
  return <Svg small={small}>{shapes[name]}</Svg>
}

export function iconFor(contentType: string): keyof typeof shapes {
  if (contentType.startsWith('image/')) return 'image'
  if (contentType.startsWith('video/')) return 'film'
  if (contentType.startsWith('audio/')) return 'sound'
  if (/zip|compressed|x-tar|gzip|x-7z|rar/.test(contentType)) return 'archive'
  if (/^text\/|pdf|word|document|json|xml/.test(contentType)) return 'text'
  return 'file'
}
