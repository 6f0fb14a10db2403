import { Button } from '../../ui/Button.tsx'
import { ViewerIcon } from '../files/ViewerIcon.tsx'

export function CompareButton({ onClick }: { onClick: () => void }) {
  return (
    <Button look="quiet" size="sm" className="viewer__compare" onClick={onClick}>
      <ViewerIcon name="compare" />
      <span>Compare</span>
    </Button>
  )
}
