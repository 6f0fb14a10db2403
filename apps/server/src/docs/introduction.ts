import type { Section } from './openapi-types.ts'

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
      'A session lasts 30 days unless the operator chose otherwise. In its last quarter an answer carries `X-Session-Token`: use that token from then on, and the session lasts anew. Once a session is ended, its token is refused within a second.',
    ],
  },
  {
    id: 'sending',
    title: 'What you send',
    paragraphs: [
      'A body is one JSON object of 64 KiB at most, as `application/json`. Fields and query keys that are not listed are refused. Nothing is converted: `"1"` is not `1`.',
      'Text is trimmed and composed (Unicode NFC) before it is judged, passwords apart. Lengths count code points. Text that cannot be seen, such as spaces or zero-width characters alone, counts as missing.',
    ],
  },
  {
    id: 'receiving',
    title: 'What you receive',
    paragraphs: [
      'Ids are UUIDs in lower case. Instants are ISO 8601 in UTC with milliseconds (`2026-11-20T09:30:00.000Z`). Due dates are days without a time (`2026-12-18`). What is not there is `null`, never left out and never an empty string.',
      'Fields may be added to answers: ignore those you do not know.',
      'Every answer carries `X-Request-Id`, which names the call in our logs.',
    ],
  },
  {
    id: 'paging',
    title: 'Long lists',
    paragraphs: [
      'A list is answered in pages of `limit` (1 to 200; 100 when left out), newest first. While there is more, the answer has a header `Link: </api/projects?cursor=…>; rel="next"`: call that address for the next page. A page without it is the last.',
    ],
  },
  {
    id: 'links-to-files',
    title: 'Links to files',
    paragraphs: [
      'A `fileUrl` opens without a header for 15 minutes, supports `Range`, and always says what the file is by the ending of its name: images, PDF, plain text, audio and video are shown, everything else is a download. With `&download=1` added every file is a download. Where the operator keeps files in S3, it may redirect there.',
      'Such a link can fail with `FILE_LINK_NOT_VALID`, `FILE_LINK_EXPIRED`, `FILE_NOT_FOUND` and `RANGE_NOT_SATISFIABLE`.',
    ],
  },
  {
    id: 'large-files',
    title: 'Large files',
    paragraphs: [
      'Uploads that survive a broken line speak tus 1.0.0 (with creation, expiration and termination) at `/api/files/tus`. Every request carries `Authorization`. `Upload-Metadata` has `projectId`, `filename` and, if you like, `filetype` and `versionOf` (any version of the file whose newest version this becomes) and a client’s `requestId` (what it answers); the length has to be known. One person may have 20 uploads on their way; each ends a day after it began. Any tus client will do.',
      'The answer to the request that brings the last byte has the id of the new file in `X-File-Id`. An upload that nobody goes on with is forgotten after a day, as `Upload-Expires` says.',
    ],
  },
  {
    id: 'failures',
    title: 'When a call fails',
    paragraphs: [
      'Every failure has the same shape, `Problem`: `code` is for programs and does not change, `message` is a sentence that can be shown to a person, and `fields`, where it is there, says what is wrong with each field. All codes are listed at the end.',
      'What belongs to somebody else is answered like what does not exist, with 404.',
      'With 429 and 503 comes `Retry-After`, in seconds.',
    ],
  },
  {
    id: 'live',
    title: 'Live changes',
    paragraphs: [
      'Socket.IO 4 at its usual path, over the `websocket` transport alone, with `auth: { token }`. When something you can see changes, the event `changed` names it (`projects`, `clients`, `dashboard`, `conversations` …) and says nothing else: ask again for what you show.',
      'A connection that is refused gets an error with the code in `data.code`: `NOT_SIGNED_IN` for good, any other for now. A connection ends with its session.',
    ],
  },
  {
    id: 'chat-live',
    title: 'Chat, live',
    paragraphs: [
      'The same connection carries the chat. Say `joinRoom` with `{ userId, peerId }` (yourself and the other) to hear a conversation, and `sendMessage` with `{ content, senderId, receiverId, senderType, receiverType }`, the types being `Freelancer` and `Client`. Every event takes a callback, which is answered `{ ok: true, … }` or `{ ok: false, code, message }`; a failure is also told as the event `chatError` with `{ code, message }`. Ids and types must be those of your own token.',
      'A message is stored before anyone hears of it. Its acknowledgement brings `id`, `number` and `createdAt`; `newMessage` then goes to everybody in the room, you included. Give it a `clientMessageId` of your own (any text up to 100 characters, unique among what you send): when no acknowledgement came, send it again under the same one, and it is stored once, whenever that is.',
      '`number` counts the messages of a conversation: 1, 2, 3 … without a gap. Sort by it; a number that is missing tells that you missed a message, and `after` of the history brings it. After a lost connection, join again and ask for what came `after` the newest message you have.',
      'The acknowledgement of `joinRoom` says what the conversation stands at, as `GET /api/messages/client/conversation` does; `silence` there tells beforehand why you may not write. `markSeen` with `{ peerId, number }` says that everything up to there was on the screen; both sides then hear `seen` with `{ clientId, by, number }`. `typing` with `{ peerId, typing }` is passed on to the other side as `{ userId, userType, typing }`; repeat it every few seconds. `presence` with `{ userId, userType, here, lastSeenAt }` tells when somebody you may chat with comes or goes.',
      'At most 50 messages at once and ten a second in the long run; beyond that, and for events of the other kinds counted apart, the answer is `TOO_MANY_REQUESTS`.',
    ],
  },
]
