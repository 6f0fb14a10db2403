import { Svg } from '../../ui/CoreIcon.tsx'

const shapes = {
  plus: <path d="M6 12h12M12 6v12" />,
  next: <path d="m9.5 6 6 6-6 6" />,
  compare: (
    <path d="M12 3v18M9 6H5a1.5 1.5 0 0 0-1.5 1.5v9A1.5 1.5 0 0 0 5 18h4M15 6h4a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 18h-4" />
  ),
  pages: (
    <>
      <rect x="4" y="4" width="6.5" height="7" rx="1" />
      <rect x="13.5" y="4" width="6.5" height="7" rx="1" />
      <rect x="4" y="14" width="6.5" height="6" rx="1" />
      <rect x="13.5" y="14" width="6.5" height="6" rx="1" />
    </>
  ),
}

export function ViewerIcon({ name }: { name: keyof typeof shapes }) {
  return <Svg small>{shapes[name]}</Svg>
}
