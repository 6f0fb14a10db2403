import { paths } from '@portico/contract'
import { areaOnScreen } from '../../app/session.ts'

/** The page of a file, in the area on screen. */
export const filePath = (id: string) => paths[areaOnScreen()].file(id)
