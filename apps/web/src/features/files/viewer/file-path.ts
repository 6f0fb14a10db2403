import { areaOnScreen } from '../../../app/session.ts'

/** The page of a file, in the area on screen. */
export const filePath = (id: string) => `${areaPrefix()}/files/${id}`

export const projectPathOnScreen = (id: string) => `${areaPrefix()}/projects/${id}`

const areaPrefix = () => (areaOnScreen() === 'client' ? '/client-dashboard' : '')
