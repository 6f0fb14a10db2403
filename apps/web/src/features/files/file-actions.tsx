import { areaOnScreen } from '../../app/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { MenuItem } from '../../ui/Menu.tsx'
import { FileIcon } from './FileIcon.tsx'
import type { ListedFile } from './files.queries.ts'
import { mayChange } from './may-change.ts'

/** The file of the row. */
export type OpenDialog =
  | { kind: 'menu'; file: ListedFile; anchor: HTMLElement }
  | { kind: 'picture' | 'versions' | 'rename' | 'askReview' | 'delete' | 'deleteAll'; file: ListedFile }

interface Handlers {
  onOpen: (dialog: OpenDialog) => void
  onAddVersion: (file: ListedFile) => void
}

/** The actions of this person on a file of the list. */
export function fileActions(file: ListedFile, { onOpen, onAddVersion }: Handlers): MenuItem[] {
  const isFreelancer = areaOnScreen() === 'freelancer'
  const actions: MenuItem[] = [
    {
      label: 'New version',
      icon: <FileIcon name="upload" small />,
      onSelect: () => onAddVersion(file),
    },
    {
      label: 'Versions',
      icon: <FileIcon name="versions" small />,
      onSelect: () => onOpen({ kind: 'versions', file }),
    },
  ]
  if (!mayChange(file)) return actions
  actions.push(
    {
      label: 'Rename',
      icon: <FileIcon name="pencil" small />,
      onSelect: () => onOpen({ kind: 'rename', file }),
    },
    {
      label: file.versions > 1 ? `Delete version ${file.version}` : 'Delete',
      icon: <Icon name="trash" small />,
      isDanger: true,
      onSelect: () => onOpen({ kind: 'delete', file }),
    },
  )
  // A client may not delete the freelancer's versions.
  if (isFreelancer && file.versions > 1) {
    actions.push({
      label: 'Delete file',
      icon: <Icon name="trash" small />,
      isDanger: true,
      onSelect: () => onOpen({ kind: 'deleteAll', file }),
    })
  }
  return actions
}
