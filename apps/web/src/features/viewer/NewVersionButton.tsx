import { areaOnScreen } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { FileIcon } from '../files/FileIcon.tsx'
import { DisabledInPreview } from '../preview/DisabledInPreview.tsx'

/** Less prominent for clients, who seldom upload versions. */
export function NewVersionButton({ onClick, className }: { onClick: () => void; className: string }) {
  const look = areaOnScreen() === 'client' ? 'quiet' : 'secondary'
  return (
    <DisabledInPreview>
      <Button look={look} size="sm" className={className} onClick={onClick}>
        <FileIcon name="upload" small />
        New version
      </Button>
    </DisabledInPreview>
  )
}
