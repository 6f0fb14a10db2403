import { Svg } from '../../ui/CoreIcon.tsx'

const shapes = {
  play: <path d="M7.5 4.8v14.4L19 12z" />,
  pause: <path d="M8.5 5v14M15.5 5v14" />,
  sound: <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11" />,
  silence: <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5" />,
  fullscreen: <path d="M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15" />,
}

export function PlayerIcon({ name }: { name: keyof typeof shapes }) {
  return <Svg>{shapes[name]}</Svg>
}
