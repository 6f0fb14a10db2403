import { paths } from '@portico/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLinkWithPlan } from '../../app/chosen-plan.ts'
import { useSession } from '../../app/session.ts'
import { Brand } from '../../ui/Brand.tsx'
import { Drawing } from '../../ui/Drawing.tsx'

interface Props {
  heading: string
  lead: string
  children: ReactNode
}

/** The frame of the pages that send an emailed link or are opened by one. */
export function EmailLinkPage({ heading, lead, children }: Props) {
  const withPlan = useLinkWithPlan()
  const { status } = useSession('freelancer')
  return (
    <>
      <header className="pagebar">
        <Brand to={paths.welcome} />
        {status !== 'in' && (
          <Link className="btn btn--quiet" to={withPlan(paths.login)}>
            Log In
          </Link>
        )}
      </header>
      <main className="narrow" id="main" tabIndex={-1}>
        <Drawing name="door" />
        <h1 tabIndex={-1}>{heading}</h1>
        <p>{lead}</p>
        {children}
      </main>
    </>
  )
}
