import type { members } from '@portico/contract'

export const ROLE_TEXTS: Record<members.Role, string> = { owner: 'Owner', admin: 'Admin', member: 'Member' }

export const SEES_TEXTS: Record<members.Sees, string> = {
  all: 'Every client',
  assigned: 'Assigned clients',
}

export const ROLE_CHOICES = [
  { value: 'member', label: 'Member', hint: 'Works with clients: projects, files, requests and messages.' },
  { value: 'admin', label: 'Admin', hint: 'Also invites and removes members, and sees every client.' },
] as const

export const SEES_CHOICES = [
  { value: 'all', label: 'Every client', hint: 'Those who come later, too.' },
  { value: 'assigned', label: 'Only assigned clients', hint: 'The others are not there for them.' },
] as const
