import { Svg } from '../../../ui/CoreIcon.tsx'

const shapes = {
  plus: <path d="M6 12h12M12 6v12" />,
  next: <path d="m9.5 6 6 6-6 6" />,
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
