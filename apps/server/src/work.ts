import { mailPasswordReset, mailResetLink } from './features/accounts/accounts.mail.ts'
import { mailConfirmation } from './features/accounts/confirmation.mail.ts'
import { mailEmailChange, mailEmailChanged, mailEmailUndone } from './features/accounts/email-change.mail.ts'
import { deleteOldEmailChanges } from './features/accounts/email-undo.service.ts'
import { deleteExpiredSessions } from './features/accounts/ended-sessions.service.ts'
import {
  mailFactorsChanged,
  mailNewDevice,
  mailPasswordChanged,
  mailRecoveryCodeUsed,
} from './features/accounts/security.mail.ts'
import { mailTest } from './features/accounts/test-email.mail.ts'
import { mailUnread } from './features/activity/emails/old-chat-emails.ts'
import { queueNotificationEmails } from './features/activity/emails/queue-emails.service.ts'
import { refusedAddresses } from './features/activity/emails/refused-addresses.service.ts'
import { remindOfDeadlines } from './features/activity/emails/remind-of-deadlines.service.ts'
import { mailNotifications } from './features/activity/emails/write-notification-email.ts'
import { queuePushes } from './features/activity/push/queue-pushes.service.ts'
import { sendPush } from './features/activity/push/send-push.service.ts'
import { deleteExpiredAuditEntries } from './features/audit/audit.service.ts'
import { updateCustomerEmail } from './features/billing/customer-email.service.ts'
import { checkSubscriptions } from './features/billing/subscription-check.ts'
import { deleteRemoved, emptyBin } from './features/bin/expiry.service.ts'
import { findEmailBrand } from './features/brand/email-brand.ts'
import { mailAddressChanged } from './features/clients/address-changed.mail.ts'
import { mailLoginLink } from './features/clients/clients.mail.ts'
import { mailContactAdded } from './features/clients/contact-added.mail.ts'
import { mailFreshLinks } from './features/clients/invitations.service.ts'
import { deleteExpiredLinks } from './features/clients/links.service.ts'
import { cleanUpFiles, deleteBytesOfDeletedFiles } from './features/files/clean-up.service.ts'
import { makeThumbnail } from './features/files/thumbnails.service.ts'
import { mailGuestLink } from './features/guest-links/guest-links.mail.ts'
import { pauseMembers } from './features/members/active-members.service.ts'
import { mailMemberInvitation } from './features/members/invitation.mail.ts'
import { mailInvitationCode } from './features/members/invitation-code.mail.ts'
import { mailMembersOver, mailMembersPaused } from './features/members/members-over.mail.ts'
import { queueLastReceipts } from './features/receipts/last-receipts.service.ts'
import { createReceiptMailer, mailReceipts } from './features/receipts/receipts.mail.ts'
import { mailRequestReminder } from './features/requests/reminders.mail.ts'
import { remindOfRequests } from './features/requests/reminders.service.ts'
import { mailReviewCode } from './features/reviews/codes.mail.ts'
import { makeMailedPdf } from './features/reviews/receipt-pdf.service.ts'
import { foldOldMessages } from './features/search/fold-old-messages.ts'
import { mailSupport } from './features/support/support.mail.ts'
import type { AppContext } from './platform/context.ts'
import { deleteDeadJobs } from './platform/jobs/dead-jobs.ts'
import type { Work } from './platform/jobs/runner.ts'
import { deleteOldEmailCounts } from './platform/mail/allowances.ts'
import { retryOneEmail } from './platform/mail/mail-failure.ts'
import { queueDelayedEmail } from './platform/mail/queue-when-allowed.ts'
import { deleteOldCreations } from './platform/sql/create-once.ts'

const emails: Work['emails'] = {
  mailAddressChanged,
  mailConfirmation,
  mailContactAdded,
  mailEmailChange,
  mailEmailChanged,
  mailEmailUndone,
  mailFactorsChanged,
  mailGuestLink,
  mailInvitationCode,
  mailLoginLink,
  mailMemberInvitation,
  mailMembersOver,
  mailMembersPaused,
  mailNewDevice,
  mailNotifications,
  mailPasswordChanged,
  mailReceipt: createReceiptMailer(makeMailedPdf),
  mailReceipts,
  mailRecoveryCodeUsed,
  mailRequestReminder,
  mailResetLink,
  mailReviewCode,
  mailSupport,
  mailTest,
  mailUnread,
}

/** Handlers for jobs that an earlier version queued under other names. */
const formerNames = {
  queueLastReceipts,
  sweepUnread: queueNotificationEmails,
  sweepSessions: deleteExpiredSessions,
  sweepBytes: async (ctx: AppContext) => void (await cleanUpFiles(ctx)),
}

/** All jobs. Their names are stored with queued jobs, so a renamed job keeps a handler under its former name. */
export const work: Work = {
  handlers: {
    queueNotificationEmails,
    remindOfDeadlines,
    remindOfRequests,
    queuePushes,
    sendPush,
    checkSubscriptions,
    mailFreshLinks,
    mailPasswordReset,
    queueDelayedEmail,
    deleteDeadJobs,
    deleteOldCreations,
    deleteOldEmailChanges,
    deleteOldEmailCounts,
    deleteExpiredAuditEntries,
    deleteExpiredSessions,
    deleteExpiredLinks,
    emptyBin,
    pauseMembers,
    updateCustomerEmail,
    foldOldMessages,
    deleteRemovedProjects: deleteRemoved,
    makeThumbnail,
    removeUnwantedBytes: deleteBytesOfDeletedFiles,
    retryOneEmail: (ctx) => retryOneEmail(ctx, Object.keys(emails)),
    async cleanUpFiles(ctx) {
      await cleanUpFiles(ctx)
    },
    ...formerNames,
  },
  emails,
  refusedAddresses,
  findEmailBrand,
  crons: [
    { at: '* * * * *', name: 'queueNotificationEmails', payload: {} },
    { at: '* * * * *', name: 'queuePushes', payload: {} },
    { at: '* * * * *', name: 'pauseMembers', payload: {} },
    // Time zones differ by quarters of an hour, so each run can be 8:00 or 9:00 somewhere.
    { at: '*/15 * * * *', name: 'remindOfDeadlines', payload: {} },
    { at: '*/15 * * * *', name: 'remindOfRequests', payload: {} },
    { at: '*/5 * * * *', name: 'retryOneEmail', payload: {} },
    { at: '*/5 * * * *', name: 'foldOldMessages', payload: {} },
    { at: '20 3 * * *', name: 'deleteExpiredSessions', payload: {} },
    { at: '30 3 * * *', name: 'deleteExpiredLinks', payload: {} },
    { at: '35 3 * * *', name: 'deleteOldEmailChanges', payload: {} },
    { at: '40 3 * * *', name: 'checkSubscriptions', payload: {} },
    { at: '30 * * * *', name: 'emptyBin', payload: {} },
    { at: '40 * * * *', name: 'cleanUpFiles', payload: {} },
    { at: '50 * * * *', name: 'deleteOldEmailCounts', payload: {} },
    { at: '50 3 * * *', name: 'deleteOldCreations', payload: {} },
    { at: '10 4 * * *', name: 'deleteDeadJobs', payload: {} },
    { at: '25 4 * * *', name: 'deleteExpiredAuditEntries', payload: {} },
  ],
}
