import { Segments } from '../../ui/Segments.tsx'
import type { MineState } from './use-mine.ts'

const choices = ['Mine', 'All'] as const

/** Only for those who can choose. */
export function MineSwitch({ mine, canChoose, choose }: MineState) {
  if (!canChoose) return null
  return (
    <Segments
      label="Whose clients"
      options={choices}
      value={mine ? 'Mine' : 'All'}
      onChange={(choice) => choose(choice === 'Mine')}
    />
  )
}
