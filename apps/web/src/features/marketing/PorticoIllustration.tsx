import { StatusBadge } from '../../ui/Badge.tsx'
import '../../ui/Rows.css'
import './PorticoIllustration.css'

interface Props {
  /** The name on the frieze. */
  frieze: string
  heading: string
  sub: string
  projects: { title: string; status: string; due: string }[]
}

/** An illustration: the freelancer's name on the frieze, the client's page seen through the arch. */
export function PorticoIllustration({ frieze, heading, sub, projects }: Props) {
  return (
    <div className="portico" role="img" aria-label="A portico, a client's page seen through its arch">
      <div className="portico__frieze">{frieze}</div>
      <div className="portico__front">
        <Column />
        <div className="arch">
          <div>
            <div className="arch__heading">{heading}</div>
            <p className="sub">{sub}</p>
            <div className="rows">
              {projects.map(({ title, status, due }) => (
                <div key={title} className="arch__row">
                  <div className="arch__line">
                    <strong className="cut">{title}</strong>
                    <StatusBadge status={status} />
                  </div>
                  <div className="row__sub muted">{due}</div>
                </div>
              ))}
            </div>
          </div>
        </div>
        <Column />
      </div>
      <div className="portico__steps" />
    </div>
  )
}

function Column() {
  return (
    <span className="column">
      <i />
      <i />
      <i />
      <i />
    </span>
  )
}
