import {
  REGISTRATION_MARKS,
  REGISTRATION_TEXTS,
  type Registration,
  registrationDomainsText,
  registrationPlaceholder,
} from '@portico/contract'
import type { ReactNode } from 'react'
import { Halves, isPrerendering } from './halves.tsx'

/** Whether anybody may register by themselves. */
function isOpen() {
  return import.meta.env.SSR || (document.documentElement.dataset.registration ?? 'open') === 'open'
}

export function IfRegistrationOpen(parts: { children: ReactNode; otherwise?: ReactNode }) {
  return <Halves marks={REGISTRATION_MARKS} holds={isOpen} {...parts} />
}

export function registrationClosedText() {
  if (isPrerendering) return registrationPlaceholder('text')
  return REGISTRATION_TEXTS[(document.documentElement.dataset.registration ?? 'open') as Registration]
}

export function allowedDomainsText() {
  if (isPrerendering) return registrationPlaceholder('domains')
  return registrationDomainsText(document.documentElement.dataset.registrationDomains ?? '')
}

/** For `<html>`, where scripts read it. */
export const registrationAttributes = () => {
  if (isPrerendering)
    return {
      'data-registration': registrationPlaceholder('mode'),
      'data-registration-domains': `${registrationPlaceholder('domains')}-only`,
    }
  const { registration, registrationDomains } = import.meta.env.SSR ? {} : document.documentElement.dataset
  return { 'data-registration': registration, 'data-registration-domains': registrationDomains }
}
