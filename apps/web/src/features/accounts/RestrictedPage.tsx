import { members, paths } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../app/api.ts'
import { clearRestriction } from '../../app/restriction.ts'
import { startFreelancerSession } from '../../app/session.ts'
import { Brand } from '../../ui/Brand.tsx'
import { Button } from '../../ui/Button.tsx'
import { otherWorkspaces } from './restriction.queries.ts'
import './confirm.css'

interface Props {
  heading: string
  onLogout: () => void
  children: ReactNode
}

/** In place of every page of a member who may do next to nothing in this workspace. */
export function RestrictedPage({ heading, onLogout, children }: Props) {
  return (
    <>
      <header className="pagebar">
        <Brand to={paths.welcome} />
        <Button look="quiet" onClick={onLogout}>
          Logout
        </Button>
      </header>
      <main className="narrow" id="main" tabIndex={-1}>
        <h1 tabIndex={-1}>{heading}</h1>
        {children}
        <OtherWorkspaces />
      </main>
    </>
  )
}

function OtherWorkspaces() {
  const { data: others = [] } = useQuery(otherWorkspaces)
  const change = useMutation({
    mutationFn: (workspaceId: string) => call(members.switchTo, { body: { workspaceId } }),
    onSuccess: ({ token, user }) => {
      startFreelancerSession(token, user)
      clearRestriction()
    },
    meta: { calls: 'members.switchTo', failure: 'Failed to switch' },
  })
  if (others.length === 0) return null
  return (
    <div className="other-workspaces">
      <p className="soft">Or go on in another workspace of yours:</p>
      <div className="actions">
        {others.map(({ id, name }) => (
          <Button
            key={id}
            busy={change.isPending && change.variables === id}
            onClick={() => change.mutate(id)}
          >
            {name}
          </Button>
        ))}
      </div>
    </div>
  )
}
