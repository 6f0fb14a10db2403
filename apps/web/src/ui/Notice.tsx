import type { ReactNode } from 'react'
import { CoreIcon } from './CoreIcon.tsx'
import './Notice.css'

export function Notice({ danger = false, children }: { danger?: boolean; children: ReactNode }) {
  return (
    <div className={danger ? 'notice notice--danger' : 'notice'} role={danger ? 'alert' : undefined}>
      <CoreIcon name={danger ? 'alert' : 'info'} />
      <div>{children}</div>
    </div>
  )
}
