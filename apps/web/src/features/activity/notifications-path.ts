import { paths } from '@portico/contract'
import type { Area } from '../../app/session.ts'

export const notificationsPath = (area: Area) => paths[area].notifications
