import { CURRENCY_TEXT, PLANS, paths, planNames, TRIAL_DAYS } from '@portico/contract'
import { Link } from 'react-router'
import type { PageHandle } from '../../app/page-handle.ts'
import { WithPlans } from '../../app/plans.tsx'
import { publicPageMeta } from '../../app/public-page-meta.ts'
import { GetStarted } from '../../ui/GetStarted.tsx'
import { Icon } from '../../ui/Icon.tsx'
import '../../ui/Button.css'
import '../../ui/Page.css'
import { PlanColumns } from './PlanColumns.tsx'
import { PorticoIllustration } from './PorticoIllustration.tsx'
import { Screenshot } from './Screenshot.tsx'
import './WelcomePage.css'
import './pages.css'

export const handle = { still: true } satisfies PageHandle
export const meta = publicPageMeta({
  path: paths.welcome,
  title: 'Portico: the front door to your client work',
  description:
    'A client portal for freelancers and small agencies. Clients come in by a link and see their projects, files, feedback and messages, and nothing else.',
  structured: [
    {
      '@type': 'SoftwareApplication',
      name: 'Portico',
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Any, in a browser',
      description: 'A client portal for freelancers and small agencies.',
      offers: planNames.map((plan) => ({
        '@type': 'Offer',
        name: PLANS[plan].title,
        price: (PLANS[plan].monthlyPence / 100).toFixed(2),
        priceCurrency: 'GBP',
      })),
    },
  ],
})

export default function WelcomePage() {
  return (
    <>
      <Hero />
      <div className="ground" />
      <Steps />
      <BothSides />
      <Instead />
      <WithPlans>
        <Plans />
      </WithPlans>
    </>
  )
}

function Hero() {
  return (
    <div className="wrap hero">
      <div className="hero__text">
        <h1 tabIndex={-1}>Clients come in by the front door.</h1>
        <p className="lead">
          You send a link. Your client sees their projects, files and messages, and nothing else. No password
          to forget, nothing to install.
        </p>
        <div className="actions">
          <GetStarted className="btn btn--primary btn--lg" />
          <WithPlans>
            <ToPlans>See the plans</ToPlans>
          </WithPlans>
        </div>
        <WithPlans>
          <p className="fine">
            Free for one client. Paid plans begin with a {TRIAL_DAYS}-day free trial, no credit card.
          </p>
        </WithPlans>
      </div>
      <PorticoIllustration
        frieze="Ada Marsh"
        heading="Northwind Bakery"
        sub="Your work with Ada, in one place"
        projects={[
          { title: 'Spring menu', status: 'In Progress', due: 'Due 18 December 2026' },
          { title: 'Price lists', status: 'Pending', due: 'Due 15 January 2027' },
          { title: 'Shopfront signage', status: 'Completed', due: 'Due 30 October 2026' },
        ]}
      />
    </div>
  )
}

const steps = [
  ['Create a client', 'A name and an email address. Portico makes their link and sends it for you.'],
  ['Add a project', 'A title, a status, a due date. Share files of any kind.'],
  [
    'Work in one place',
    'Files, approvals, requests and feedback stay with the project, the chat with the client, with the time on each.',
  ],
]

function Steps() {
  return (
    <section className="band wrap">
      <div className="band__head">
        <h2>Three steps, then you get on with the work</h2>
        <p>
          Portico is for freelancers and small agencies who would rather spend the morning designing than
          looking for an attachment.
        </p>
      </div>
      <ol className="steps">
        {steps.map(([heading, text]) => (
          <li key={heading}>
            <h3>{heading}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function BothSides() {
  const shown = '(min-width: 860px) 840px, 92vw'
  return (
    <section className="band band--follows wrap">
      <div className="band__head">
        <h2>Your side, and theirs</h2>
        <p>You see all of your work at a glance. Your client sees a door for each of their projects.</p>
      </div>
      <div className="both-sides">
        <div>
          <WithPlans
            otherwise={
              <Screenshot
                of="projects"
                alt="The list of projects, each with its client, due date and status"
                shown={shown}
              />
            }
          >
            <Screenshot
              of="dashboard"
              alt="The freelancer’s dashboard: whose turn it is, plan, recent projects, next deadlines"
              shown={shown}
            />
          </WithPlans>
        </div>
        <div className="both-sides__phone">
          <Screenshot
            of="phone"
            alt="My Projects on a client’s phone: what waits for them, and a door for each project"
            shown="(min-width: 860px) 280px, 320px"
          />
        </div>
      </div>
    </section>
  )
}

const replaced = [
  ['A thread of forty emails', 'One page for each project'],
  ['“Which version is final?”', 'The one your client approved, with a receipt'],
  ['“Did you see my note?”', 'Notes pinned to their place, open or done'],
  ['“Could you send me the photos?”, for the third time', 'Requests that remind by themselves'],
  ['“I have forgotten my password”', 'A link that simply works'],
]

function Instead() {
  return (
    <section className="band band--follows wrap">
      <div className="band__head">
        <h2>What it replaces</h2>
      </div>
      <dl className="instead">
        {replaced.map(([before, now]) => (
          <div key={now}>
            <dt>{before}</dt>
            <dd>{now}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Plans() {
  return (
    <section className="band band--follows wrap">
      <div className="band__head">
        <h2>Plans by the number of clients</h2>
        <p>
          Every plan has unlimited projects and file uploads. Live chat comes with Pro and Enterprise.{' '}
          {CURRENCY_TEXT}
        </p>
      </div>
      <PlanColumns />
      <div className="actions band__end">
        <GetStarted className="btn btn--primary btn--lg" />
        <ToPlans>Compare the plans</ToPlans>
      </div>
    </section>
  )
}

function ToPlans({ children }: { children: string }) {
  return (
    <Link className="go" to={paths.pricing}>
      {children}
      <Icon name="forward" small />
    </Link>
  )
}
