import type { Area } from '../../app/session.ts'

export const notificationsPath = (area: Area) =>
  area === 'client' ? '/client-dashboard/notifications' : '/notifications'
