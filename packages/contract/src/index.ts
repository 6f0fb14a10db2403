import * as accounts from './accounts.ts'
import * as activity from './activity.ts'
import * as audit from './audit.ts'
import * as billing from './billing.ts'
import * as bin from './bin.ts'
import * as brand from './brand.ts'
import * as calendar from './calendar.ts'
import * as chat from './chat.ts'
import * as clients from './clients.ts'
import * as contacts from './contacts.ts'
import * as dashboard from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'
import * as factors from './factors.ts'
import * as feedback from './feedback.ts'
import * as files from './files.ts'
import * as guestLinks from './guest-links.ts'
import * as members from './members.ts'
import * as notes from './notes.ts'
import * as portals from './portals.ts'
import * as projects from './projects.ts'
import * as push from './push.ts'
import * as receipts from './receipts.ts'
import * as requests from './requests.ts'
import * as reviews from './reviews.ts'
import * as search from './search.ts'
import * as sections from './sections.ts'
import * as support from './support.ts'
import * as teamNotes from './team-notes.ts'

export * from './audit-text.ts'
export { brandCss, contrast, shadesOf, textOn } from './brand-colours.ts'
export * from './characters.ts'
export * from './common.ts'
export * from './endpoint.ts'
export * from './event-groups.ts'
export * from './event-places.ts'
export * from './event-text.ts'
export * from './file-names.ts'
export { foldText } from './fold-text.ts'
export { formatDay } from './format-day.ts'
export { durationInWords, formatDuration } from './format-duration.ts'
export { formatFileSize, formatSentSize } from './format-file-size.ts'
export { isFreelancerPath } from './freelancer-path.ts'
export type * as live from './live.ts'
export { matchesTitle, parseTitleQuery, partsOfTitle, type TitleQuery } from './match-title.ts'
export { isInPortal, linkPaths, PORTAL_PATH, pathInPortal, paths } from './paths.ts'
export * from './plans.ts'
export { plural, pluralForm } from './plural.ts'
export { isPortalPath, type PortalThing, thingOfPath } from './portal-path.ts'
export { leadText, RECEIPT_TITLE, type ReceiptFact, receiptSubject, receiptText } from './receipt-text.ts'
export { searchText, searchWords, wordInText, wordInTitle } from './search-text.ts'
export * from './settings.ts'
export { detectTextEncoding, TEXT_SAMPLE_BYTES } from './text-encoding.ts'
export * from './topics.ts'
export * from './version.ts'
export {
  accounts,
  activity,
  audit,
  billing,
  bin,
  brand,
  calendar,
  chat,
  clients,
  contacts,
  dashboard,
  factors,
  feedback,
  files,
  guestLinks,
  members,
  notes,
  portals,
  projects,
  push,
  receipts,
  requests,
  reviews,
  search,
  sections,
  support,
  teamNotes,
}

/** All features in the order of the API documentation. */
export const features = {
  accounts,
  factors,
  clients,
  contacts,
  members,
  brand,
  portals,
  projects,
  files,
  notes,
  reviews,
  receipts,
  requests,
  guestLinks,
  feedback,
  teamNotes,
  activity,
  push,
  bin,
  chat,
  search,
  sections,
  dashboard,
  calendar,
  billing,
  audit,
  support,
}

export const endpoints = Object.values(features)
  .flatMap((feature) => Object.values<unknown>(feature))
  .filter(isEndpoint)

export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'url' in value
}
