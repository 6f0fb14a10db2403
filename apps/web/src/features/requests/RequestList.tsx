import type { projects, requests } from '@portico/contract'
import { useEffect, useId, useState } from 'react'
import { runWhenIdle } from '../../app/run-when-idle.ts'
import { loadConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import type { MenuItem } from '../../ui/Menu.tsx'
import { FileIcon } from '../files/FileIcon.tsx'
import { DeleteRequestDialog } from './DeleteRequestDialog.tsx'
import { LinkIcon } from './LinkIcon.tsx'
import { RequestGlyph } from './RequestBadge.tsx'
import { RequestRow } from './RequestRow.tsx'
import { useReorder } from './use-reorder.ts'
import { useRequestOrder } from './use-request-order.ts'

const loadMenu = () => import('../../ui/Menu.tsx')
const Menu = lazyDialog(loadMenu)
const loadEdit = () => import('./EditRequestPanel.tsx')
const EditRequestPanel = lazyDialog(loadEdit)
const loadSendBack = () => import('./SendBackDialog.tsx')
const SendBackDialog = lazyDialog(loadSendBack)
const loadAskElse = () => import('./AskSomebodyElse.tsx')
const AskSomebodyElse = lazyDialog(loadAskElse)

interface Props {
  project: projects.Project
  requests: readonly requests.Request[]
}

/** The requests of a project in the freelancer's order, each with its actions. */
export function RequestList({ project, requests: all }: Props) {
  const hintId = useId()
  const [menu, setMenu] = useState<{ id: string; anchor: HTMLElement }>()
  const [open, setOpen] = useState<{ what: 'edit' | 'send-back' | 'ask-else' | 'delete'; id: string }>()
  const { ordered, move } = useRequestOrder(project.id, all)
  const reorder = useReorder({ items: ordered, elementOf, onMove: move })
  const byId = (id: string | undefined) => all.find((request) => request.id === id)
  const inMenu = byId(menu?.id)
  // The request was deleted, perhaps by this dialog. The dialog closes after the row is gone, so that the focus moves
  // to the remaining rows.
  const subject = byId(open?.id)
  const close = () => setOpen(undefined)
  const isReadOnly = project.archivedAt !== null

  useEffect(
    () =>
      runWhenIdle(() =>
        Promise.allSettled(
          [loadMenu, loadEdit, loadSendBack, loadAskElse, loadConfirmDialog].map((load) => load()),
        ),
      ),
    [],
  )

  const actionsFor = ({ id, state }: requests.Request): MenuItem[] => [
    { label: 'Edit', icon: <FileIcon name="pencil" small />, onSelect: () => setOpen({ what: 'edit', id }) },
    ...(state === 'open'
      ? []
      : [
          {
            label: 'Send back',
            icon: <RequestGlyph look="sent-back" />,
            onSelect: () => setOpen({ what: 'send-back', id }),
          },
        ]),
    ...(state === 'accepted'
      ? []
      : [
          {
            label: 'Ask somebody else',
            icon: <LinkIcon />,
            onSelect: () => setOpen({ what: 'ask-else', id }),
          },
        ]),
    {
      label: 'Delete',
      icon: <Icon name="trash" small />,
      isDanger: true,
      onSelect: () => setOpen({ what: 'delete', id }),
    },
  ]

  return (
    <>
      <p className="vh" id={hintId}>
        Space takes it, the arrow keys move it, Space puts it down, Escape puts it back.
      </p>
      <p className="vh" role="status">
        {reorder.status}
      </p>
      <ul className="rows request-list" aria-label="Requests">
        {ordered.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            client={project.Client}
            timeZone={project.timeZone}
            isReadOnly={isReadOnly}
            handle={{ ...reorder.handleOf(request), 'aria-describedby': hintId }}
            isLifted={reorder.isLifted(request)}
            order={reorder.orderOf(request)}
            isMenuOpen={menu?.id === request.id}
            onMenu={(anchor) => setMenu({ id: request.id, anchor })}
            onSendBack={() => setOpen({ what: 'send-back', id: request.id })}
          />
        ))}
      </ul>
      {menu && inMenu && (
        <Menu
          label={`More for ${inMenu.title}`}
          anchor={menu.anchor}
          items={actionsFor(inMenu)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {subject && open?.what === 'edit' && <EditRequestPanel request={subject} onClose={close} />}
      {subject && open?.what === 'send-back' && (
        <SendBackDialog request={subject} client={project.Client.firstName} onClose={close} />
      )}
      {subject && open?.what === 'ask-else' && (
        <AskSomebodyElse
          request={subject}
          description={
            <>
              Whoever has this link can answer “{subject.title}”. They see your name,{' '}
              {project.Client.firstName}
              ’s company and this one request, and nothing else.
            </>
          }
          onClose={close}
        />
      )}
      {subject && open?.what === 'delete' && <DeleteRequestDialog request={subject} onClose={close} />}
    </>
  )
}

const elementOf = (id: string) => document.getElementById(`request-${id}`)
