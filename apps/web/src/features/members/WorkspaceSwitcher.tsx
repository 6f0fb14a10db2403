import { paths } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isFreeToLeave } from '../../app/is-free-to-leave.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useCloseOnBack } from '../../ui/use-close-on-back.ts'
import { myWorkspaces, switchWorkspace } from './members.queries.ts'
import { ROLE_TEXTS } from './role-text.ts'
import './workspace-switcher.css'

/** In the top bar: the workspace on screen, and a menu of the others. Shows `alone` while there are none. */
export default function WorkspaceSwitcher({ alone }: { alone: ReactNode }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useState<{ id: string; name: string }>()
  const navigate = useNavigate()
  useCloseOnBack(() => menu.current?.hidePopover(), isOpen)
  const { data: workspaces = [], refetch } = useQuery(myWorkspaces)
  // Nothing of this workspace is on screen when the session changes.
  const change = useMutation(switchWorkspace(async () => navigate(paths.freelancer.home)))
  const current = workspaces.find((workspace) => workspace.current)
  if (!current || workspaces.length === 1) return alone

  function onToggle(open: boolean) {
    setOpen(open)
    // They may have come into another one, or have left one, since.
    if (open) refetch()
  }
  function choose(workspace: { id: string; name: string }) {
    if (isFreeToLeave()) change.mutate(workspace)
    else setAsked(workspace)
  }
  return (
    <div className="workspaces">
      <button
        type="button"
        className="workspaces__button"
        popoverTarget={id}
        aria-label={`Workspace ${current.name}. Switch to another`}
        aria-busy={change.isPending || undefined}
      >
        <span className="workspaces__name">
          <bdi>{current.name}</bdi>
        </span>
        <Avatar name={current.name} small ink />
        <Icon name="down" small />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="workspaces__menu nav"
        onToggle={({ newState }) => onToggle(newState === 'open')}
      >
        <p className="workspaces__heading">Your workspaces</p>
        {workspaces.map((workspace) => (
          <button
            key={workspace.id}
            type="button"
            aria-current={workspace.current || undefined}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={() => workspace.current || choose(workspace)}
          >
            <Avatar name={workspace.name} small />
            <span className="workspaces__one">
              <span className="cut">
                <bdi>{workspace.name}</bdi>
              </span>
              <span className="row__sub">{ROLE_TEXTS[workspace.role]}</span>
            </span>
            {workspace.current && <Icon name="check" small />}
          </button>
        ))}
      </div>
      {asked && (
        <ConfirmDialog
          heading="Something is still being sent"
          question={`In ${asked.name} it waits until you come back to ${current.name}. Files over 64 MB have to be chosen again then.`}
          keep="Stay here"
          confirm="Switch"
          look="primary"
          busy={change.isPending}
          busyLabel="Switching..."
          onConfirm={() => change.mutate(asked, { onSettled: () => setAsked(undefined) })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}
