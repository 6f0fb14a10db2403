import { chat, durationInWords, feedback, reviews } from '@portico/contract'

/** An error of the API: its status, its message, and when it happens. */
export interface KnownProblem {
  status: number
  /** The message, or several for the same code. Sample values replace `%s`. */
  says: [string, ...string[]]
  when: string
}

export type Code = keyof typeof problems

/** All error codes. problems.test.ts compares them with the source, in both directions. */
export const problems = {
  INVALID_INPUT: {
    status: 400,
    says: [
      'Title is required.',
      'This text has characters that cannot be stored.',
      'Please send archived alone.',
      'Please say what is to be changed.',
    ],
    when: 'Something sent is missing, blank, too long, of the wrong kind or not known, or a new password is too easily guessed. `fields` says what is wrong with each; `message` is the first of them, or one sentence for the whole form when all that is wrong is missing.',
  },
  MALFORMED_BODY: {
    status: 400,
    says: ['The request could not be read.'],
    when: 'The body is not JSON, or not as long as it claims to be.',
  },
  MALFORMED_REQUEST: {
    status: 400,
    says: ['The request could not be read.'],
    when: 'What arrived is not HTTP.',
  },
  BAD_REQUEST: {
    status: 400,
    says: ['The request could not be read.'],
    when: 'Anything else that is wrong with a request and has no code of its own. Its status may be another one from 400 to 499.',
  },
  NOT_FROM_STRIPE: {
    status: 400,
    says: ['This was not signed by Stripe.'],
    when: 'What came to Stripe’s way in bears no signature of Stripe’s over these very bytes, or one that is older than five minutes.',
  },
  NOT_AN_EVENT: {
    status: 400,
    says: ['This is not an event of Stripe’s.'],
    when: 'What came to Stripe’s way in is signed by Stripe, but has no `id`, `type` or `data.object`.',
  },
  UPLOAD_NOT_ACCEPTED: {
    status: 400,
    says: ['Upload-Offset conflict'],
    when: 'A request of a resumable upload is not as tus wants it. Its status may be another one from 400 to 499; 409: the offset is not where the upload is at.',
  },
  UNKNOWN_TIME_ZONE: {
    status: 400,
    says: ['This time zone is not known.'],
    when: 'The time zone is not a name of the IANA list, such as `Europe/London`.',
  },
  TIME_ZONE_IN_PROFILE: {
    status: 400,
    says: ['Change your time zone in your profile.'],
    when: 'A freelancer sends a time zone with their notification settings. Only clients, who have no profile, do.',
  },
  PUSH_SERVICE_UNKNOWN: {
    status: 400,
    says: ['The push service of this browser is not one that we know.'],
    when: 'The endpoint is not an https address of a push service of Google, Mozilla, Apple or Microsoft, as their browsers write it.',
  },
  PUSH_SUBSCRIPTION_NOT_VALID: {
    status: 400,
    says: ['This is not a subscription of this browser.'],
    when: 'The key is no point of P-256, or the endpoint is subscribed with other keys already.',
  },
  CURSOR_NOT_KNOWN: {
    status: 400,
    says: ['There is no such message to go on from.'],
    when: '`before` or `after` is not a message of this conversation.',
  },
  ONE_CURSOR_ONLY: {
    status: 400,
    says: ['Please send before or after, not both.'],
    when: 'A history is asked for from two messages at once.',
  },
  WRONG_PASSWORD: {
    status: 400,
    says: ['This is not your current password.'],
    when: 'A password is to be changed and the current one is wrong.',
  },
  NOT_SIGNED_IN: {
    status: 401,
    says: ['Please log in.'],
    when: 'There is no token, or it is not ours, has expired, or its session has ended.',
  },
  WRONG_LOGIN: {
    status: 401,
    says: ['Invalid email or password.'],
    when: 'There is no such account, or the password is wrong; the response does not reveal which.',
  },
  LINK_NOT_VALID: {
    status: 401,
    says: ['This login link has expired or is not valid.'],
    when: 'A login link has expired, was ended, or never was one.',
  },
  PORTAL_NOT_FOUND: {
    status: 404,
    says: ['This portal is not signed in in this browser any more.'],
    when: 'The session of the portal has ended, or the token does not reach it.',
  },
  RESET_NOT_VALID: {
    status: 401,
    says: ['This link has expired or was used already.'],
    when: 'A link to choose a new password is older than an hour, was used, or was followed by a newer one.',
  },
  CONFIRMATION_NOT_VALID: {
    status: 401,
    says: ['This link has expired or was used already.'],
    when: 'A link to confirm an address is older than seven days, was used, or another link of the account was.',
  },
  UNSUBSCRIBE_NOT_VALID: {
    status: 401,
    says: ['This link is not valid.'],
    when: 'The link that stops or changes emails is not one of ours.',
  },
  NOT_ALLOWED: {
    status: 403,
    says: ['You are not allowed to do this.'],
    when: 'The session is good, but of the other role: a client’s where a freelancer’s is needed, or the reverse.',
  },
  CALENDAR_NOT_FOUND: {
    status: 404,
    says: ['There is no calendar at this address.'],
    when: 'The secret address was renewed or switched off, or was never one of ours.',
  },
  PREVIEW_READ_ONLY: {
    status: 403,
    says: ['This is a preview: you can look at everything, but change nothing.'],
    when: 'The token is that of a preview, and the method is neither GET nor HEAD. Nothing else of the request was looked at. The socket refuses such a token too.',
  },
  CLIENT_LIMIT_REACHED: {
    status: 403,
    says: ['Your Pro plan has room for 5 clients.'],
    when: 'Every place for clients that the plan has is taken.',
  },
  TOO_MANY_UNFINISHED_UPLOADS: {
    status: 409,
    says: [
      'You have 20 unfinished uploads already. Finish or cancel one of them first.',
      'Many people are sending with this link just now. Please send again in a moment.',
    ],
    when: 'One person, or all guests with one link, have 20 uploads on their way, forms included. Resumable ones that nobody goes on with expire a day after they began; those of guests make room for others after an hour.',
  },
  NOT_YOU: {
    status: 403,
    says: ['You can only speak for yourself.'],
    when: 'An event of the chat claims to come from somebody else than the connection belongs to.',
  },
  CHAT_NOT_IN_PLAN: {
    status: 403,
    says: ['Live chat is part of the Pro and Enterprise plans.'],
    when: 'A freelancer writes while their plan has no chat. Existing messages stay readable.',
  },
  CHAT_NOT_AVAILABLE: {
    status: 403,
    says: ['Chat is not available just now.'],
    when: 'A client writes while their freelancer’s plan has no chat. Existing messages stay readable.',
  },
  NO_ONGOING_PROJECT: {
    status: 403,
    says: ['Chat support is available only for ongoing projects.'],
    when: `A client writes although none of their projects is ongoing, and their freelancer has not written for ${chat.ANSWER_DAYS} days.`,
  },
  NOT_YOUR_NOTE: {
    status: 403,
    says: ['Only whoever wrote this note can edit or delete it.'],
    when: 'A note is to be edited or deleted by the other side.',
  },
  NOT_YOURS_TO_SETTLE: {
    status: 403,
    says: ['Only the freelancer can mark a note as done, decline it or open it again.'],
    when: 'A client sends the state of a note.',
  },
  NOT_YOUR_REPLY: {
    status: 403,
    says: ['Only whoever wrote this reply can edit or delete it.'],
    when: 'A reply of the other side is to be edited or deleted.',
  },
  NOT_YOUR_FILE: {
    status: 403,
    says: ['Only whoever uploaded this file, or the freelancer, can rename or delete it.'],
    when: 'A client wants to rename or delete what their freelancer has uploaded.',
  },
  FILE_LINK_NOT_VALID: {
    status: 403,
    says: ['This link to a file is not valid.'],
    when: 'A link to a file was not made by this Portico, or was changed.',
  },
  NOT_FOUND: {
    status: 404,
    says: ['There is nothing here.'],
    when: 'There is no such address, or the id in it cannot be one.',
  },
  PROJECT_NOT_FOUND: {
    status: 404,
    says: ['Project not found.'],
    when: 'There is no such project, or it is somebody else’s; the response does not reveal which.',
  },
  UPLOAD_NOT_FOUND: {
    status: 404,
    says: ['This upload is not there any more. Please start again.'],
    when: 'A resumable upload has expired or was cancelled, its project is gone, or it is somebody else’s.',
  },
  FEEDBACK_NOT_FOUND: {
    status: 404,
    says: ['Feedback not found.'],
    when: 'There is no such feedback, or it is on somebody else’s project; the response does not reveal which.',
  },
  NOTE_NOT_FOUND: {
    status: 404,
    says: ['Note not found.'],
    when: 'There is no such note, or it is somebody else’s, or its version of the file is in the bin; the response does not reveal which.',
  },
  REPLY_NOT_FOUND: {
    status: 404,
    says: ['Reply not found.'],
    when: 'There is no such reply, or it is on somebody else’s project; the response does not reveal which.',
  },
  FILE_NOT_FOUND: {
    status: 404,
    says: ['File not found.'],
    when: 'There is no such file, or it is somebody else’s; the response does not reveal which.',
  },
  CLIENT_NOT_FOUND: {
    status: 404,
    says: ['Client not found.'],
    when: 'There is no such client, or it is somebody else’s; the response does not reveal which.',
  },
  FREELANCER_NOT_FOUND: {
    status: 404,
    says: ['Your freelancer was not found.'],
    when: 'The freelancer’s account is gone.',
  },
  NO_SUCH_PEER: {
    status: 404,
    says: ['You cannot chat with this person.'],
    when: 'An event of the chat names somebody who is not your client or your freelancer, or nobody at all.',
  },
  SESSION_NOT_FOUND: {
    status: 404,
    says: ['This session has ended already.'],
    when: 'The session to end is not there any more, or never was one of yours.',
  },
  BODY_TOO_SLOW: {
    status: 408,
    says: ['The request took too long to arrive.'],
    when: 'For 30 seconds the body arrived with less than 1 kB/s.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    says: ['The request took too long to arrive.'],
    when: 'The headers were not there in time.',
  },
  EMAIL_TAKEN: {
    status: 409,
    says: ['Email is already registered.'],
    when: 'There is an account with this address.',
  },
  CLIENT_EXISTS: {
    status: 409,
    says: ['You have a client with this email already.'],
    when: 'Another client of the same freelancer has this address.',
  },
  NOTIFICATION_NOT_FOUND: {
    status: 404,
    says: ['Notification not found.'],
    when: 'There is no such notification, or it is somebody else’s, or its project is in the bin; the response does not reveal which.',
  },
  NOT_IN_BIN: {
    status: 404,
    says: ['This is not in the bin. It was restored, or deleted for good.'],
    when: 'There is no such project or file in the bin, or it is somebody else’s; the response does not reveal which.',
  },
  PROJECT_IN_BIN: {
    status: 409,
    says: ['The project of this file is in the bin too. Restore the project first.'],
    when: 'A file is to be restored into a project that was deleted as well.',
  },
  PROJECT_NOT_DUE: {
    status: 409,
    says: ['A project cannot be completed before its due date.'],
    when: 'A project is to be `Completed` while its due date lies ahead, in the freelancer’s time zone.',
  },
  PROJECT_COMPLETED: {
    status: 409,
    says: ['This project is already completed.'],
    when: 'A project is to be completed now, or its turn to be passed, and its status is `Completed` already.',
  },
  DAYS_WAITED_CHANGED: {
    status: 409,
    says: ['The due date or the days waited have changed since then, so it was not moved.'],
    when: 'A due date is to be moved by days waited, and is not the present one and these days, or they are more than there are.',
  },
  TURN_IS_YOURS: {
    status: 409,
    says: ['It is your turn already.'],
    when: 'The turn is passed to oneself, and it is one’s own already.',
  },
  COMPLETION_CHANGED: {
    status: 409,
    says: ['The status or due date has changed since then, so nothing was undone.'],
    when: 'A completion is to be undone that was not made by “complete now”, was undone already, or was followed by another status or due date.',
  },
  ARCHIVED: {
    status: 409,
    says: [
      'This project is archived. You can read and download everything.',
      'The client of this project is archived. Bring the client back first.',
      'This client is archived. Bring them back first.',
      'This conversation is archived. You can read everything.',
    ],
    when: 'Something is to be written, uploaded, deleted or mailed in a project, for a client or in a conversation that is archived. Reading and downloading work as before, and the client comes in by their links.',
  },
  ALREADY_REPLIED: {
    status: 409,
    says: ['There is a reply to this already, so it can no longer be edited or deleted.'],
    when: 'Feedback or a note is to be edited or deleted that has a reply, or a reply that another one follows.',
  },
  TOO_LATE_TO_EDIT: {
    status: 409,
    says: [
      `This can be edited or deleted for ${durationInWords(feedback.EDITABLE_SECONDS)} only, and they are over.`,
    ],
    when: `Feedback, a note or a reply is to be edited or deleted more than ${durationInWords(feedback.EDITABLE_SECONDS)} after it was written.`,
  },
  VERSION_REPLACED: {
    status: 409,
    says: ['There is a newer version of this file. Please write your note there.'],
    when: 'A note is to be written on a version that is not the newest of its file. Older ones can be read, replied to and settled.',
  },
  NOTE_SETTLED: {
    status: 409,
    says: ['This note is settled already. Open it again to change that.'],
    when: 'A note that is done or declined is to be settled otherwise, edited or deleted.',
  },
  TOO_MANY_REPLIES: {
    status: 409,
    says: ['There are 100 replies already, and there can be no more.'],
    when: 'Feedback or a note that has 100 replies is to get another one.',
  },
  MESSAGE_ID_TAKEN: {
    status: 409,
    says: ['Another message was sent under this clientMessageId.'],
    when: 'The same sender has used this `clientMessageId` for another text or for another person.',
  },
  PLAN_HELD: {
    status: 409,
    says: ['You are on the Pro plan already.'],
    when: 'A plan is to be bought that one already has.',
  },
  SUBSCRIPTION_ENDING: {
    status: 409,
    says: ['Your subscription is set to end. Keep it first, then choose another plan.'],
    when: 'Another plan is chosen while a cancellation is pending.',
  },
  CHANGE_PENDING: {
    status: 409,
    says: ['Your Pro plan is set to change to Starter. Keep it first, then choose another plan.'],
    when: 'Another plan is chosen at once while a change for the end of the period is pending.',
  },
  PAYMENT_DUE: {
    status: 409,
    says: ['Your last payment failed. Please pay it first.'],
    when: 'Another plan is chosen while the subscription is `past_due`.',
  },
  NO_SUBSCRIPTION: {
    status: 409,
    says: ['You have no subscription.'],
    when: 'A subscription is to be ended, kept or changed, and there is none.',
  },
  FILE_LINK_EXPIRED: {
    status: 410,
    says: ['This link has expired. Please open the file again from its project.'],
    when: 'A link to a file is older than 15 minutes. Ask for the file again for a fresh one.',
  },
  FILE_LOST: {
    status: 410,
    says: [
      'The contents of this file have been lost. Please upload it again, or ask the person who uploaded it.',
    ],
    when: 'A file is listed, and its bytes are no longer in storage. It does not help to try again. Only the links to files answer it; a ZIP leaves such files out and has a list of them.',
  },
  FILE_DAMAGED: {
    status: 410,
    says: [
      'The contents of this file are damaged. Please upload it again, or ask the person who uploaded it.',
    ],
    when: 'A file is listed, and storage has more or fewer bytes of it than were uploaded. It does not help to try again. Only the links to files answer it; a ZIP leaves such files out and has a list of them.',
  },
  CONFLICT: {
    status: 409,
    says: ['This has just been changed or deleted. Please reload.', 'This is there already.'],
    when: 'Somebody else changed or deleted the same thing at the same moment.',
  },
  UPLOAD_ID_TAKEN: {
    status: 409,
    says: ['Another file was sent under this clientUploadId.'],
    when: 'The id of the upload was used for another file of the same project. Nothing was stored; send it under a new id.',
  },
  FILE_TOO_LARGE: {
    status: 413,
    says: ['A file can have at most 1 GB.'],
    when: 'The file is larger than this Portico takes; `GET /api/files/limits` says how much that is.',
  },
  TOO_LARGE: {
    status: 413,
    says: ['This is too large to send.'],
    when: 'The body is larger than 64 KiB.',
  },
  PATH_TOO_LONG: {
    status: 414,
    says: ['This address is too long.'],
    when: 'The path of the address is longer than 8 KiB.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    says: ['Please send JSON.', 'Please send multipart/form-data.'],
    when: 'The body’s `Content-Type` is not `application/json`, or for an upload not `multipart/form-data`.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    says: ['Too many attempts. Please try again in 15 minutes.'],
    when: 'Too many attempts at something that can be guessed or that sends emails, or too many logins of one person. `Retry-After` says how many seconds to wait.',
  },
  REVIEW_NOT_FOUND: {
    status: 404,
    says: ['Review not found.'],
    when: 'There is no such review for the one who asks.',
  },
  RECEIPT_NOT_FOUND: {
    status: 404,
    says: ['Receipt not found.'],
    when: 'There is no such receipt for the one who asks.',
  },
  REVIEW_OPEN: {
    status: 409,
    says: ['The client has been asked about this file already.'],
    when: 'A review of the file is open. Withdraw it first, or upload a new version.',
  },
  NOTES_OPEN: {
    status: 409,
    says: ['3 notes of the client are still open. Mark each as done or decline it, then ask again.'],
    when: 'A review is asked for while notes of the client about any version of the file are open. The sentence begins with their number.',
  },
  REVIEW_NOT_OPEN: {
    status: 409,
    says: ['This is not open any more: it was decided or withdrawn, or there is a newer version.'],
    when: 'A review is decided or withdrawn that is not open, also when another decision came first; or a code is asked for that this session does not need.',
  },
  NEWER_VERSION: {
    status: 409,
    says: ['There is a newer version of this file. Ask about that one.'],
    when: 'A review is asked for of a version that is not the newest.',
  },
  TOO_LATE_TO_UNDO: {
    status: 409,
    says: [
      `A decision can be taken back for ${durationInWords(reviews.UNDO_SECONDS)} only, while there is no newer review.`,
    ],
    when: 'A decision is taken back too late, twice, or where there was none.',
  },
  CODE_NEEDED: {
    status: 400,
    says: ['Please enter the code that was mailed to you.'],
    when: 'A review is decided, or a decision taken back, without the code that this session needs for it: the freelancer asked for one, or has seen the login link of the session.',
  },
  CODE_WRONG: {
    status: 400,
    says: ['This code is wrong, or does not work any more. Check it, or have a new one sent.'],
    when: `The code is not the one that was mailed last for this review, is older than ${durationInWords(reviews.CODE_SECONDS)}, was used, was tried five times, or was mailed to an address that the client no longer has.`,
  },
  REQUEST_NOT_FOUND: {
    status: 404,
    says: ['Request not found.'],
    when: 'There is no such request for the one who asks; in an upload, on its project.',
  },
  TOO_MANY_REQUESTS_ON_PROJECT: {
    status: 409,
    says: ['A project can have 200 requests. Delete those that you do not need any more.'],
    when: 'Adding or copying would make more than 200. None is added.',
  },
  REQUEST_NOT_ANSWERED: {
    status: 409,
    says: ['This request is open. There is no answer yet.'],
    when: 'A request is accepted that is open.',
  },
  REQUEST_OPEN: {
    status: 409,
    says: ['This request is open already, so your reason was not saved.'],
    when: 'A request is sent back with a reason while it is open. The same reason once more is no error.',
  },
  REQUEST_ACCEPTED: {
    status: 409,
    says: ['The answer to this request is accepted, so it cannot be changed.'],
    when: 'A request is answered that is accepted already.',
  },
  LINK_NOT_FOUND: {
    status: 404,
    says: ['Link not found.'],
    when: 'The request has no such link, or the client no such login link, or it was revoked.',
  },
  TOO_MANY_LINKS: {
    status: 409,
    says: ['This request has 20 links that work. Revoke those that you do not need any more.'],
    when: 'A request would have more than 20 links that work.',
  },
  LINK_NOT_WORKING: {
    status: 404,
    says: ['This link no longer works. Ask the person who gave it to you for a new one.'],
    when: 'A guest’s link is wrong, was revoked, ran out or was used up, or its request cannot be answered any more. The response does not say which.',
  },
  PUSH_NOT_OFFERED: {
    status: 409,
    says: ['Notifications of the browser are not available at this address.'],
    when: 'This Portico is not reached by https, or only from its own machine.',
  },
  PUSH_NOT_ON: {
    status: 409,
    says: ['Push is not on in this browser.'],
    when: 'A test is asked for in a session that has no subscription.',
  },
  PUSH_ENDED: {
    status: 409,
    says: ['Your browser no longer takes notifications from us. Switch push off and on again.'],
    when: 'The push service says that the browser has ended its subscription, which is forgotten here too.',
  },
  PUSH_REFUSED: {
    status: 409,
    says: ['The push service of your browser (fcm.googleapis.com) refused it with status 403.'],
    when: 'The push service does not accept what this Portico sends. Its log has an error about it.',
  },
  NUDGED_TODAY: {
    status: 429,
    says: ['It is their turn already, and they were reminded today. You can do that again tomorrow.'],
    when: 'The turn is passed to the side that has it already for the second time on one day, where the freelancer is. `Retry-After` says how many seconds are left of that day.',
  },
  TOO_MANY_CONNECTIONS: {
    status: 429,
    says: ['Portico is open in too many places.'],
    when: 'One person has a hundred live connections; it refuses one more of them, never a call.',
  },
  TOO_MANY_HEADERS: {
    status: 431,
    says: ['There are too many headers.', 'The headers are too large.'],
    when: 'There are more than 100 headers, or more than 16 KiB of them.',
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    says: ['The file is not as long as that.'],
    when: 'A `Range` begins behind the end of a file. Only the links to files answer it.',
  },
  INTERNAL: {
    status: 500,
    says: ['Something went wrong on our side.'],
    when: 'It is our fault. `X-Request-Id` helps us to find out what happened.',
  },
  PUSH_SERVICE_AWAY: {
    status: 503,
    says: [
      'The push service of your browser (fcm.googleapis.com) cannot be reached just now. Please try again in a moment.',
    ],
    when: 'The push service did not answer in time, is too busy or has failed. A test can be sent again.',
  },
  STRIPE_AWAY: {
    status: 503,
    says: ['Payments cannot be reached just now. Please try again in a moment.'],
    when: 'Stripe did not answer, or not well. Nothing has changed here; the same call can be sent again.',
  },
  BILLING_NOT_SET_UP: {
    status: 503,
    says: ['Payments are not set up on this Portico.'],
    when: 'There is no key for Stripe, or its products and prices have not been made.',
  },
  STORAGE_NOT_READY: {
    status: 503,
    says: ['Files cannot be reached just now. Please try again in a moment.'],
    when: 'The place where files are kept does not answer. Try again after `Retry-After` seconds.',
  },
  NO_ROOM: {
    status: 507,
    says: ['There is no room left to store this.'],
    when: 'The disk, or the bucket, is full, or would be too nearly full with all uploads that have begun. Nothing of the upload was kept.',
  },
  ACCOUNT_STORAGE_FULL: {
    status: 507,
    says: [
      'This account has not enough storage left for this file. Delete other files first; those in the bin count too.',
    ],
    when: 'Whoever runs this Portico has set how much the files of one freelancer, with those of their clients, may have together. Reading and deleting always work. Nothing of the upload was kept.',
  },
  NOT_READY: {
    status: 503,
    says: ['Portico is not ready just now. Please try again in a moment.'],
    when: 'The database is away or too busy. Try again after `Retry-After` seconds.',
  },
  SEARCH_TOO_SLOW: {
    status: 503,
    says: ['This search takes too long. Please use fewer or longer words.'],
    when: 'A search has one second. Try again after `Retry-After` seconds, or with other words.',
  },
  TOO_MUCH_AT_ONCE: {
    status: 503,
    says: ['Too much is being asked for at once. Please try again in a moment.'],
    when: 'A freelancer, with their clients and guests, has a third of the connections to the database, and so have all callers without a session. More calls at once wait for five seconds. Try again after `Retry-After` seconds.',
  },
} as const satisfies Record<string, KnownProblem>
