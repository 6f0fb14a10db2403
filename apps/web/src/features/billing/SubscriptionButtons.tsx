import { type billing, PLANS } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { openPortal, resumeSubscription } from './billing.queries.ts'

interface LookProps {
  look: 'primary' | 'quiet'
  size?: 'sm'
}

export function PortalButton({ children, ...look }: LookProps & { children: string }) {
  const portal = useMutation(openPortal)
  return (
    <Button {...look} busy={portal.isPending} busyLabel="Opening..." onClick={() => portal.mutate()}>
      {children}
    </Button>
  )
}

export interface KeepButtonProps {
  status: billing.BillingStatus
  /** The button may have disappeared, and the focus with it. */
  onKept: () => void
}

export function KeepButton({ status, onKept, ...look }: LookProps & KeepButtonProps) {
  const resume = useMutation({ ...resumeSubscription, onSuccess: onKept })
  return (
    <Button {...look} busy={resume.isPending} busyLabel="Keeping..." onClick={() => resume.mutate()}>
      {status.nextPlan ? `Keep ${PLANS[status.plan].title}` : 'Keep Subscription'}
    </Button>
  )
}
