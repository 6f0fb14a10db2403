import { VERSION } from '@portico/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { Page } from '../../ui/Page.tsx'
import { PlanSection } from '../billing/PlanSection.tsx'
import { UnreadEmailSwitch } from '../chat/UnreadEmailSwitch.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Profile } from './Profile.tsx'
import { Sessions } from './Sessions.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'
import './settings.css'

export const meta = privatePageMeta('Settings')

export default function SettingsPage() {
  return (
    <Page heading="Settings" summary="Who you are to your clients, and how you come in.">
      <Section
        heading="Profile"
        about="Your clients see your name and your company or title in their area and in every email."
      >
        <Profile />
      </Section>
      <Section heading="Plan" about="What it holds, what it costs and how it goes on.">
        <PlanSection />
      </Section>
      <Section heading="Password" about="A new password ends every other session. Here you stay logged in.">
        <PasswordForm />
      </Section>
      <Section
        heading="Sessions"
        about="Where you are logged in. End what you do not recognise, and change your password."
      >
        <Sessions />
      </Section>
      <Section
        heading="Messages"
        about="A message that stays unread for five minutes is mailed to you, once."
      >
        <UnreadEmailSwitch />
      </Section>
      <Section heading="Bin" about="Deleted projects and files can be brought back for 30 days.">
        <Link className="link" to="/bin">
          Open the bin
        </Link>
      </Section>
      <Section heading="Theme" about="System follows your device. The choice is kept in this browser.">
        <ThemeChoice />
      </Section>
      <p className="hint num">Portico {VERSION}</p>
    </Page>
  )
}

function Section({ heading, about, children }: { heading: string; about: string; children: ReactNode }) {
  return (
    <section className="section settings" aria-label={heading}>
      <div className="section__head">
        <h2 tabIndex={-1}>{heading}</h2>
      </div>
      <p className="settings__about">{about}</p>
      <div className="settings__body">{children}</div>
    </section>
  )
}
