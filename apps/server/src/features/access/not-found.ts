import createError from '@fastify/error'

// What somebody cannot reach is not found, whether it exists or not.
export const ProjectNotFound = createError('PROJECT_NOT_FOUND', 'Project not found.', 404)
export const FileNotFound = createError('FILE_NOT_FOUND', 'File not found.', 404)
export const ReviewNotFound = createError('REVIEW_NOT_FOUND', 'Review not found.', 404)
export const RequestNotFound = createError('REQUEST_NOT_FOUND', 'Request not found.', 404)
export const FeedbackNotFound = createError('FEEDBACK_NOT_FOUND', 'Feedback not found.', 404)
export const ReplyNotFound = createError('REPLY_NOT_FOUND', 'Reply not found.', 404)
export const NoteNotFound = createError('NOTE_NOT_FOUND', 'Note not found.', 404)

export const NotInBin = createError(
  'NOT_IN_BIN',
  'This is not in the bin. It was restored, or deleted for good.',
  404,
)

/**
 * The same error for every reason: a wrong, revoked, expired or used-up link, and a request that can no longer be
 * answered.
 */
export const LinkNotWorking = createError(
  'LINK_NOT_WORKING',
  'This link no longer works. Ask the person who gave it to you for a new one.',
  404,
)

export const ProjectArchived = createError(
  'ARCHIVED',
  'This project is archived. You can read and download everything.',
  409,
)
