import '../../ui/Button.css'
import '../../ui/Facts.css'
import '../../ui/Page.css'
import '../../ui/Rows.css'
import '../../ui/split.css'
import '../clients/clients.css'

export function ClientActionsSkeleton() {
  return (
    <>
      <span className="skeleton btn" />
      <span className="skeleton btn" />
    </>
  )
}

export function ClientSkeleton() {
  return (
    <div className="split split--rail">
      <div className="set">
        <div className="section__head">
          <h2>Details</h2>
        </div>
        <FactsSkeleton facts={['email', 'chat', 'company', 'joined']} />
      </div>
      <div className="body">
        <div className="section__head">
          <h2>Associated Projects</h2>
        </div>
        <AssociatedProjectsSkeleton />
      </div>
      <div className="rest">
        <div className="section__head">
          <h2>Access</h2>
        </div>
        <FactsSkeleton facts={['links', 'opened', 'seen']} />
      </div>
    </div>
  )
}

function FactsSkeleton({ facts }: { facts: string[] }) {
  return (
    <div className="facts">
      {facts.map((fact) => (
        <div key={fact}>
          <span className="skeleton-line skeleton-line--short" />
          <span className="skeleton-line" />
        </div>
      ))}
    </div>
  )
}

export function AssociatedProjectsSkeleton() {
  return (
    <ul className="rows rows--cols client-projects">
      {['first', 'second', 'third'].map((row) => (
        <li key={row} className="row">
          <div className="span">
            <span className="skeleton-line" />
            <span className="skeleton-line skeleton-line--sm" />
          </div>
          <span className="skeleton-line skeleton-line--sm" />
          <span className="skeleton-line skeleton-line--badge" />
        </li>
      ))}
    </ul>
  )
}
