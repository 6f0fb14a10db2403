import { Link } from 'react-router'
import '../../ui/Button.css'
import '../../ui/Page.css'
import { Portico } from './Portico.tsx'
import './WelcomePage.css'

export const meta = () => [
  { title: 'Portico: the front door to your client work' },
  {
    name: 'description',
    content:
      'Portico gives the clients of freelancers and small agencies one door to their projects, by a link.',
  },
]

export default function WelcomePage() {
  return (
    <>
      <Hero />
      <div className="ground" />
      <Steps />
      <Instead />
    </>
  )
}

function Hero() {
  return (
    <div className="wrap hero">
      <div className="hero__text">
        <h1 tabIndex={-1}>Clients come in by the front door.</h1>
        <p className="lead">
          You send a link. Your client sees the projects you made for them, and nothing else. No password to
          forget, nothing to install.
        </p>
        <div className="actions">
          <Link className="btn btn--primary btn--lg" to="/register">
            Get Started
          </Link>
        </div>
        <p className="fine">Free for one client.</p>
      </div>
      <Portico
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
  ['Create a client', 'A name and an e-mail address. Portico makes their link and sends it for you.'],
  ['Add a project', 'A title, a description, a status, a due date.'],
  ['Keep it true', 'You move the status and the date. Your client sees where things stand without asking.'],
]

function Steps() {
  return (
    <section className="band wrap">
      <div className="band__head">
        <h2>Three steps, then you get on with the work</h2>
        <p>
          Portico is for freelancers and small agencies who would rather spend the morning designing than
          answering where things stand.
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

const replaced = [
  ['A thread of forty e-mails', 'One page for each project'],
  ['“Where do things stand?”', 'A status and a date, always the latest'],
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
      <div className="actions band__end">
        <Link className="btn btn--primary btn--lg" to="/register">
          Get Started
        </Link>
      </div>
    </section>
  )
}
