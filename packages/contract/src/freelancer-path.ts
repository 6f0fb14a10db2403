import { PORTAL_PATH } from './paths.ts'

/**
 * A page of the freelancer's area with its query and fragment. It begins with one slash and has no empty segment or dots, so that it
 * leads to no other site.
 */
export const FREELANCER_PATH_PATTERN = `^/(?!${PORTAL_PATH.slice(1)})([\\w-]+(/[\\w-]+)*)?(\\?[^\\s#"<>\\\\]*)?(#[\\w-]+)?$`
export const MAX_FREELANCER_PATH_LENGTH = 1_000

const freelancerPath = new RegExp(FREELANCER_PATH_PATTERN)

export function isFreelancerPath(path: string) {
  return path.length <= MAX_FREELANCER_PATH_LENGTH && freelancerPath.test(path)
}
