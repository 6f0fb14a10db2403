import { DEFAULT_DURATIONS, formatDuration } from '@portico/contract'
import type { Section } from './openapi-types.ts'

const SESSION = formatDuration(DEFAULT_DURATIONS.session)

/** The introduction of the API documentation. Text between backticks is code. */
export const introduction: Section[] = [
  {
    id: 'begin',
    title: 'Where to begin',
    paragraphs: [
      'Everything that the web app does, it does through these calls. They speak JSON in UTF-8 over HTTP, and all of them stand under `/api`.',
      'The same is there for programs, as OpenAPI 3.1, at `/api/openapi.json`.',
    ],
  },
  {
    id: 'sessions',
    title: 'Signing in',
    paragraphs: [
      'A freelancer’s session begins with `POST /api/auth/login`, a client’s with the link they were mailed (`GET /api/clients/login-from-token`). Both answer a `token`: send it with every further call as `Authorization: Bearer …`.',
      `A session lasts ${SESSION} unless the operator chose otherwise. In its last quarter a response has the header \`X-Session-Token\`: use that token from then on, and the session lasts ${SESSION} again. When a session ends, its token is refused within a second.`,
    ],
  },
  {
    id: 'sending',
    title: 'What you send',
    paragraphs: [
      'A body is one JSON object of 64 KiB at most, as `application/json`. Fields and query keys that are not listed are refused. Nothing is converted: `"1"` is not `1`.',
      'Text other than passwords is trimmed and normalised (Unicode NFC) before validation. Lengths count code points. Invisible text, such as only spaces or zero-width characters, counts as missing.',
    ],
  },
  {
    id: 'receiving',
    title: 'What you receive',
    paragraphs: [
      'Ids are UUIDs in lower case. Instants are ISO 8601 in UTC with milliseconds (`2026-11-20T09:30:00.000Z`). Due dates are days without a time (`2026-12-18`). A missing value is `null`, never left out and never an empty string.',
      'Fields may be added to answers: ignore those you do not know.',
      'Every answer carries `X-Request-Id`, which names the call in our logs.',
    ],
  },
  {
    id: 'paging',
    title: 'Long lists',
    paragraphs: [
      'A list is returned in pages of `limit` items (1 to 200; 100 by default), newest first. If there are more, the response has a header `Link: </api/projects?cursor=…>; rel="next"`: call that address for the next page. A page without this header is the last.',
    ],
  },
  {
    id: 'links-to-files',
    title: 'Links to files',
    paragraphs: [
      `A \`fileUrl\` opens without a header for ${formatDuration(DEFAULT_DURATIONS.fileLink)}, supports \`Range\`, and takes the content type from the extension: images, PDF, plain text, audio and video are shown, everything else is a download. With \`&download=1\` every file is a download. If the operator stores files in S3, the link may redirect there.`,
      'Such a link can fail with `FILE_LINK_NOT_VALID`, `FILE_LINK_EXPIRED`, `FILE_NOT_FOUND` and `RANGE_NOT_SATISFIABLE`.',
    ],
  },
  {
    id: 'large-files',
    title: 'Large files',
    paragraphs: [
      'Uploads that survive a lost connection use tus 1.0.0 (with creation, expiration and termination) at `/api/files/tus`. Every request carries `Authorization`. `Upload-Metadata` has `projectId`, `filename` and, if you like, `filetype` and `versionOf` (any version of the file whose newest version this becomes), `clientUploadId` (an id of your own: creating the upload again with it leads to the same upload), a freelancer’s `sectionId` (the section for a new file) and a client’s `requestId` (the request that it answers) and `staged` (`true`: it is sent later, with others); the length has to be known. One person may have 20 unfinished uploads; each expires a day after it began. Any tus client works.',
      'The response to the request with the last byte has the id of the new file in `X-File-Id`. An unfinished upload is deleted after a day, as `Upload-Expires` says.',
    ],
  },
  {
    id: 'failures',
    title: 'When a call fails',
    paragraphs: [
      'Every failure has the same shape, `Problem`: `code` is for programs and does not change, `message` is a sentence that can be shown to a person, and `fields`, if present, has a message for each invalid field. A change of text may say in `was` what it replaces: if somebody else has changed it since, it is refused with `CHANGED_MEANWHILE`, and `current` has the present text. All codes are listed at the end.',
      'A thing of somebody else returns 404, as one that does not exist.',
      'Responses with 429 and 503 have `Retry-After`, in seconds.',
    ],
  },
  {
    id: 'live',
    title: 'Live changes',
    paragraphs: [
      'Socket.IO 4 at its usual path, over the `websocket` transport alone, with `auth: { token }`. When something you can see changes, the event `changed` names its topics (`projects`, `clients`, `dashboard`, `conversations` …) and contains nothing else: fetch again what you show.',
      'A refused connection gets an error with the code in `data.code`. `NOT_SIGNED_IN` is final; after any other code, try again. A connection ends with its session.',
    ],
  },
  {
    id: 'chat-live',
    title: 'Chat, live',
    paragraphs: [
      'The same connection carries the chat. Emit `joinRoom` with `{ userId, peerId }` (yourself and the other person) to receive the messages of a conversation, and `sendMessage` with `{ content, senderId, receiverId, senderType, receiverType }`, the types being `Freelancer` and `Client`. To send files, upload them to a project of the client first, and name them in `fileIds`; then `content` may be empty. A file that is not in such a project, or is in the bin, is refused with `FILE_NOT_FOUND`. Every event takes a callback, which is called with `{ ok: true, … }` or `{ ok: false, code, message }`; a failure also arrives as the event `chatError` with `{ code, message }`. Ids and types must be those of your own token. `senderId` is the person who writes, `receiverId` the client or, for a client, the freelancer; every contact of a client writes under their own id.',
      'A message is stored before anybody receives it. Its acknowledgement has `id`, `number`, `files` and `createdAt`; `newMessage` then goes to everybody in the room, you included; `clientId` in it says whose conversation it is. Give it a `clientMessageId` of your own (any text up to 100 characters, unique among your messages): without an acknowledgement, send the message again with the same id, at any time, and it is stored once.',
      '`number` counts the messages of a conversation: 1, 2, 3 … without a gap. Sort by it. A missing number means that you missed a message, and `after` of the history returns it. After a lost connection, join again and fetch the messages `after` the newest one you have.',
      'The acknowledgement of `joinRoom` has the state of the conversation, like `GET /api/messages/client/conversation`; `silence` in it says why you may not write, and `readers` tells a freelancer up to which number each person of the client has seen it. `markSeen` with `{ peerId, number }` reports that all messages up to this number were on the screen; your other tabs and the other side then receive `seen` with `{ clientId, by, personId, name, number }`. A side has seen a message when one of its people has. `typing` with `{ peerId, typing }` is passed on to all others of the conversation as `{ clientId, userId, userType, personId, name, typing }`, in which `personId` and `name` say who types; repeat it every few seconds. `presence` with `{ userId, userType, here, lastSeenAt }` reports when somebody with whom you may chat comes online or goes offline.',
      'At most 50 messages at once and ten a second in the long run are accepted. Beyond that the error is `TOO_MANY_REQUESTS`. Events of the other kinds are counted separately.',
    ],
  },
]
