import { Icon } from '../../../ui/Icon.tsx'

interface Props {
  /** How many came meanwhile. */
  missed: number
  /** It is a long way down. */
  isFar: boolean
  onPress: () => void
}

/** The way back to the newest message for whoever scrolled away from it. */
export function JumpToNewest({ missed, isFar, onPress }: Props) {
  return (
    <div className="log__newest" role="status">
      {(missed > 0 || isFar) && (
        <button type="button" className="btn btn--secondary btn--sm" onClick={onPress}>
          <Icon name="down" small />
          {missed > 0 ? `${missed} new` : 'Newest'}
        </button>
      )}
    </div>
  )
}
