import { Link } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { Brand } from '../../ui/Brand.tsx'
import { Drawing } from '../../ui/Drawing.tsx'

export const meta = privatePageMeta('Checkout Cancelled')

export default function BillingCancelledPage() {
  return (
    <>
      <header className="pagebar">
        <Brand to="/" />
      </header>
      <main className="narrow" id="main" tabIndex={-1}>
        <Drawing name="leave" />
        <h1 tabIndex={-1}>Checkout Cancelled</h1>
        <p>No changes were made to your subscription.</p>
        <div className="actions">
          <Link className="btn btn--primary" to="/">
            Go to the dashboard
          </Link>
          <Link className="btn btn--quiet" to="/?plans">
            See the plans again
          </Link>
        </div>
      </main>
    </>
  )
}
