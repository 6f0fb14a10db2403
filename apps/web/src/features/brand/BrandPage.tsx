import type { brand } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useMemberRole } from '../../app/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { LoadFailed, Loading, SkeletonText } from '../../ui/States.tsx'
import { myProfile } from '../accounts/accounts.queries.ts'
import { SettingsPageFrame } from '../accounts/SettingsPageFrame.tsx'
import { OWNER_CHANGES_PLAN, usePlansLink } from '../billing/use-plans-link.ts'
import { BrandForm } from './BrandForm.tsx'
import { BrandPreviews } from './BrandPreviews.tsx'
import { myBrand } from './brand.queries.ts'
import { LogoField } from './LogoField.tsx'
import { MadeWith } from './MadeWith.tsx'
import './brand.css'

export const meta = privatePageMeta('Settings')

export default function BrandPage() {
  const { data, error, refetch } = useQuery(myBrand)
  const isManager = useMemberRole() !== 'member'
  return (
    <SettingsPageFrame summary="How your clients meet you: in their area, at their login and in their emails.">
      {!isManager ? (
        <p>The owner and the admins of the workspace look after its brand.</p>
      ) : data ? (
        <Settings brand={data} />
      ) : error ? (
        <LoadFailed title="Your brand did not load" error={error} onRetry={refetch} />
      ) : (
        <Loading says="Loading your brand...">
          <SkeletonText />
        </Loading>
      )}
    </SettingsPageFrame>
  )
}

function Settings({ brand }: { brand: brand.Brand }) {
  const [typed, setTyped] = useState<{ name: string | null; colour: string | null }>()
  const { data: profile } = useQuery(myProfile)
  const { name, colour } = typed ?? brand
  return (
    <>
      {!brand.isInPlan && <NotInPlan />}
      <div className="brand-page">
        <section className="brand-page__form" aria-label="Name, logo and colour">
          <LogoField brand={brand} />
          <BrandForm brand={brand} onType={setTyped} />
          {brand.isInPlan && <MadeWith brand={brand} />}
        </section>
        <BrandPreviews
          name={name ?? profile?.name ?? ''}
          person={profile?.name ?? ''}
          colour={colour}
          logo={brand.logo}
          showMadeWith={brand.showMadeWith || !brand.mayHideMadeWith}
        />
      </div>
    </>
  )
}

function NotInPlan() {
  const plans = usePlansLink()
  return (
    <Notice>
      You can try everything here. Your clients see your logo and colour once your plan has them.{' '}
      {plans ? (
        <Link className="link" to={plans}>
          See the plans
        </Link>
      ) : (
        OWNER_CHANGES_PLAN
      )}
    </Notice>
  )
}
