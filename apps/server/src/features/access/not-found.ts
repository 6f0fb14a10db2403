import { problem } from '../../platform/http/problem.ts'

// What somebody cannot reach is not found, whether it exists or not.
export const ProjectNotFound = problem('PROJECT_NOT_FOUND', 404, 'Project not found.', {
  when: 'There is no such project, or it is somebody else’s; the response does not reveal which.',
})
export const FileNotFound = problem('FILE_NOT_FOUND', 404, 'File not found.', {
  when: 'There is no such file, or it is somebody else’s; the response does not reveal which.',
})
export const ReviewNotFound = problem('REVIEW_NOT_FOUND', 404, 'Review not found.', {
  when: 'There is no such review for the one who asks.',
})
export const RequestNotFound = problem('REQUEST_NOT_FOUND', 404, 'Request not found.', {
  when: 'There is no such request for the one who asks; in an upload, on its project.',
})
export const SectionNotFound = problem('SECTION_NOT_FOUND', 404, 'Section not found.', {
  when: 'There is no such section on the project, or it is on somebody else’s; the response does not reveal which.',
})
export const FeedbackNotFound = problem('FEEDBACK_NOT_FOUND', 404, 'Feedback not found.', {
  when: 'There is no such feedback, or it is on somebody else’s project; the response does not reveal which.',
})
export const ReplyNotFound = problem('REPLY_NOT_FOUND', 404, 'Reply not found.', {
  when: 'There is no such reply, or it is on somebody else’s project; the response does not reveal which.',
})
export const NoteNotFound = problem('NOTE_NOT_FOUND', 404, 'Note not found.', {
  when: 'There is no such note, or it is somebody else’s, or its version of the file is in the bin; the response does not reveal which.',
})

export const NotInBin = problem(
  'NOT_IN_BIN',
  404,
  'This is not in the bin. It was restored, or deleted for good.',
  {
    when: 'There is no such project or file in the bin, or it is somebody else’s; the response does not reveal which.',
  },
)

/**
 * The same error for every reason: a wrong, revoked, expired or used-up link, and a request that can no longer be
 * answered.
 */
export const LinkNotWorking = problem(
  'LINK_NOT_WORKING',
  404,
  'This link no longer works. Ask the person who gave it to you for a new one.',
  {
    when: 'A guest’s link is wrong, was revoked, ran out or was used up, or its request cannot be answered any more. The response does not say which.',
  },
)

export const ProjectArchived = problem(
  'ARCHIVED',
  409,
  'This project is archived. You can read and download everything.',
  {
    when: 'Something is to be written, uploaded, deleted or mailed in a project, for a client or in a conversation that is archived. Reading and downloading work as before, and the client comes in by their links.',
  },
)
