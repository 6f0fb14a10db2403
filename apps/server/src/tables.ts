import type {
  accounts,
  activity,
  audit,
  billing,
  chat,
  clients,
  EmailRefusal,
  feedback,
  files,
  PaidPlan,
  Plan,
  projects,
  receipts,
  requests,
  reviews,
} from '@portico/contract'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Role as ProcessRole } from './config/processes.ts'
import type { Role, Sees } from './platform/actors.ts'
import type { PartialUploadState } from './platform/storage/storage.ts'

/** The tables of migrations/. Instants and days are ISO strings (platform/sql/database.ts). */
export interface Tables {
  /** What was done that concerns safety. Only inserted; a trigger refuses everything but the expiry. */
  audit_entry: {
    id: string
    workspace_id: string
    at: string
    actor_type: audit.ActorType
    actor_id: string | null
    actor_name: string | null
    action: audit.Action
    action_group: audit.Group
    target_kind: audit.TargetKind | null
    target_id: string | null
    target_name: string | null
    device: string | null
    address: string | null
    details: audit.Details
    /** What a search looks in: names, action, device and address, folded by `search_text`. */
    words: string
  }
  workspace: {
    /** Of those from before there were workspaces, and of those that a freelancer founds by registering, the founder's. */
    id: string
    /** Null for a freelancer who works under their own name. */
    name: string | null
    plan: Generated<Plan>
    subscription_status: Generated<string>
    /** The owner's. */
    time_zone: Generated<string>
    created_at: Generated<string>
    require_second_factor: Generated<boolean>
    /** Since when more members work in it than its plan has room for. */
    over_members_since: string | null
  }
  /** How clients see a workspace; no row: nothing was chosen. */
  brand: {
    workspace_id: string
    colour: string | null
    reply_to: string | null
    show_made_with: Generated<boolean>
    /** A PNG that the server has drawn. */
    logo: Buffer | null
    logo_width: number | null
    logo_height: number | null
    /** In which theme the logo needs a ground of its own. */
    logo_plate: 'light' | 'dark' | null
    version: Generated<number>
  }
  member: {
    workspace_id: string
    person_id: string
    role: Role
    /** Owners and admins see all clients. */
    sees: Generated<Sees>
    joined_at: Generated<string>
    /** When the person last chose this workspace; the next login opens the one chosen last. */
    opened_at: Generated<string>
    last_seen_at: string | null
    /** Since when they can sign in and see why, and nothing else. */
    paused_at: string | null
  }
  /** An invitation to a workspace. It stays when it is over, so that its links can say so. */
  member_invitation: {
    id: string
    workspace_id: string
    email: string
    email_key: string
    role: Exclude<Role, 'owner'>
    sees: Sees
    client_ids: Generated<string[]>
    invited_by: string | null
    invited_at: string
    expires_at: string
    accepted_at: string | null
    accepted_by: string | null
    withdrawn_at: string | null
  }
  member_invitation_link: { token_hash: Buffer; invitation_id: string }
  /** Mailed to the invited address, for somebody who joins with another. */
  member_invitation_code: {
    invitation_id: string
    person_id: string
    hash: Buffer
    tries_left: number
    expires_at: string
  }
  /** The members who work with a client, its lead included. */
  client_member: {
    client_id: string
    person_id: string
    workspace_id: string
    assigned_at: Generated<string>
  }
  /** A person who works in a workspace, or in several. */
  freelancer: {
    id: string
    name: string
    email: string
    /** Null where it is `lower(email)`; see `email-keys.ts`. */
    email_key: string | null
    /** Whether emails of earlier versions went to this address; see `email-token.ts`. */
    has_former_email_links: Generated<boolean>
    work_mail: Generated<activity.WorkMail>
    message_mail: Generated<activity.MessageMail>
    push: Generated<boolean>
    notified_at: string | null
    /** Set while the mail server refuses the address. */
    email_refusal: EmailRefusal | null
    password_hash: string
    time_zone: Generated<string>
    email_confirmed_at: string | null
    /** Since when the operator lets them in no more. */
    suspended_at: Generated<string | null>
    created_at: Generated<string>
  }
  client: {
    id: string
    workspace_id: string
    /** The member who answers for the client. */
    lead_id: string
    /** The client whose further contact this is; null for the client itself, who is its first person. */
    contact_of: string | null
    looks_only: Generated<boolean>
    /** Since when a contact is only a name at what they wrote: the address is empty then. */
    removed_at: string | null
    first_name: string
    last_name: string
    email: string
    email_key: string | null
    /** Whether emails of earlier versions went to this address; see `email-token.ts`. */
    has_former_email_links: Generated<boolean>
    /** The address before the first change within a month; null without one. */
    email_before: string | null
    email_changed_at: string | null
    company: string | null
    work_mail: Generated<activity.WorkMail>
    message_mail: Generated<activity.MessageMail>
    push: Generated<boolean>
    notified_at: string | null
    email_refusal: EmailRefusal | null
    /** The time zone of the client's browser. The freelancer's is used while it is null. */
    time_zone: string | null
    unsent_invitation: clients.UnsentInvitation | null
    archived_at: string | null
    created_at: Generated<string>
    last_seen_at: string | null
  }
  /** It is about one client, project or file. */
  team_note: {
    id: string
    client_id: string | null
    project_id: string | null
    /** The version on which it was written, and the id of its first version. */
    file_id: string | null
    history_id: string | null
    author_id: string
    text: string
    mentioned: Generated<string[]>
    created_at: string
    edited_at: string | null
  }
  event: {
    id: string
    workspace_id: string
    client_id: string
    project_id: string | null
    /** The project, or the client where there is none. A trigger sets this and the columns after `created_at`. */
    scope_id: string
    kind: activity.EventKind
    actor_type: activity.ActorType
    /** Null for guests and the system, and in old rows of those who had the id of their side. */
    actor_id: string | null
    actor_name: string
    subject: unknown
    created_at: string
    number: number
    for_freelancer: boolean
    for_client: boolean
    /** The only member who is notified; null for all who work with the client. */
    for_person: string | null
    freelancer_notifications: number
    client_notifications: number
  }
  file_picture: {
    file_id: string
    width: number | null
    height: number | null
    pages: number | null
    has_preview: boolean
  }
  unread: {
    scope_id: string
    reader: 'freelancer' | 'client'
    person_id: string
    read_notifications: number
    /** What is read beyond these, as a multirange. */
    read_beyond: Generated<string>
    /** Up to which notification they were emailed. */
    mailed_notifications: number
    /** When an email about the next notifications is due; null when none waits. */
    mail_due: string | null
    /** When a push about the next notifications is due, and when the last one was queued. */
    push_due: string | null
    pushed_at: string | null
  }
  /** Has one row. */
  push_key: { private_key: string; only_one: Generated<true> }
  push_subscription: {
    session_id: string
    endpoint: string
    p256dh: string
    auth: string
    created_at: string
  }
  deadline_reminder: {
    project_id: string
    reader: 'freelancer' | 'client'
    person_id: string
    due_date: string
    /** When an email about it is due; null once it was sent. */
    mail_due: string | null
  }
  login_link: {
    id: string
    token_hash: Buffer
    client_id: string
    origin: accounts.LinkOrigin
    created_at: Generated<string>
    expires_at: string
    last_opened_at: string | null
  }
  project: {
    id: string
    /** Null when its client was deleted: a job deletes the project. */
    workspace_id: string | null
    client_id: string | null
    title: string
    description: string
    status: projects.ProjectStatus
    due_date: string | null
    /** Null while it is not completed, and for projects completed before this was stored. */
    completed_on: string | null
    /** The due date and the status that "Complete now" replaced. */
    agreed_due_date: string | null
    status_before_completion: projects.ProjectStatus | null
    /** A copy of the freelancer's, kept equal by a foreign key. */
    time_zone: string
    archived_at: string | null
    /** It was archived together with its client, and comes back with the client. */
    archived_with_client: Generated<boolean>
    /** Null when it is completed or archived, or has no due date. */
    overdue_at: GeneratedAlways<string | null>
    in_bin: Generated<boolean>
    created_at: Generated<string>
    passed_to: projects.Side | null
    feedback_waits: Generated<boolean>
    /** `settleTurn` decides this and the following columns. */
    turn: projects.Side | null
    turn_reason: projects.TurnReason | null
    turn_since: string | null
    turn_note: projects.TurnNote | null
    nudged_on: string | null
    freelancer_days: Generated<number>
    freelancer_turns: Generated<number>
    client_days: Generated<number>
    client_turns: Generated<number>
    nobody_days: Generated<number>
    /** How many `client_days` there were when the due date was last set, those of the present turn included. */
    due_date_client_days: Generated<number>
    /** Counted by `settleTurn`. */
    open_requests: Generated<number>
    answered_requests: Generated<number>
    /** What waits for either side, in the order in which it decides the turn. */
    waiting: Generated<projects.Waiting[]>
    reminders_on: Generated<boolean>
  }
  bin_item: {
    id: string
    workspace_id: string
    /** The deleted project, or the project of the deleted file. */
    project_id: string
    file_id: string | null
    deleted_by: files.UploaderType
    /** Null in old rows, which are of the first person of that side. */
    deleted_by_id: string | null
    deleted_at: string
  }
  /** Forms that are being received. */
  form_upload: {
    id: string
    workspace_id: string
    /** The key of the person or guest link (uploader-type.ts). */
    uploader: string
    /** As announced. */
    size: string
    received: Generated<string>
    seen_at: Generated<string>
  }
  /** Of a file in state `receiving`. */
  partial_upload: {
    id: string
    /** The request that receives bytes just now (upload-leases.ts); the mark is that of its process. */
    holder: string | null
    holder_mark: string | null
    held_until: string | null
    is_wanted: Generated<boolean>
    active_at: Generated<string>
    /** Set after an error of ours, until bytes arrive again. */
    failed_at: string | null
    state: PartialUploadState | null
  }
  file: {
    id: string
    state: Generated<'receiving' | 'staged' | 'stored' | 'binned' | 'deleted'>
    /** Null in state `deleted`. */
    project_id: string | null
    uploader_type: files.UploaderType
    /** Null for guests, and in old rows for the first person of the side. */
    uploader_id: string | null
    name: string
    content_type: string
    size: string
    /** Set in the states `staged`, `stored` and `binned`. */
    sha256: Buffer | null
    has_thumbnail: Generated<boolean>
    /** Made in the uploader's browser, not from the bytes of the file. */
    is_thumbnail_by_uploader: Generated<boolean>
    created_at: Generated<string>
    /** Set in state `receiving`. */
    expires_at: string | null
    /** The first version; null in the first itself. */
    version_of: string | null
    /** The id of the first version, in all versions of a file. */
    history_id: GeneratedAlways<string>
    /** Meaningless before the state `stored`. */
    version: Generated<number>
    /** The newest version of those that were deleted with this one at once. Its item in the bin stands for all. */
    binned_with: string | null
    /** The newest of the versions in state `stored`. */
    is_newest: Generated<boolean>
    /** The number of versions in state `stored`. Only the row of the newest version has it. */
    versions: Generated<number>
    /** Open notes that wait for each side, on all versions. 0 in rows of other versions than the newest. */
    notes_for_freelancer: Generated<number>
    notes_for_client: Generated<number>
    /** The newest review of this version. A trigger sets it. */
    review: reviews.VersionReview | null
    /** Null for a file in no section; the same in all versions. */
    section_id: string | null
    /** The request that the file answers, in all versions. */
    request_id: string | null
    /** The name of a guest, with the person who asked them. */
    guest_name: string | null
    /** The link by which it was uploaded; null once that is revoked. */
    link_id: string | null
    /** The uploader's own id of the upload, behind the id of the link in a guest's. */
    client_upload_id: string | null
    /** Whether a client sent it to be gathered for its request, so that it is `staged` before it is `stored`. */
    is_staged: Generated<boolean>
  }
  guest_link: {
    id: string
    request_id: string
    token_hash: Buffer
    made_by: projects.Side
    maker: string
    /** Null in old rows, which are of the first person of their side. */
    maker_id: string | null
    note: string | null
    /** To the guest, from the person who made it. */
    message: string | null
    /** The guest's address, if the link was mailed. */
    mailed_to: string | null
    created_at: string
    expires_at: string
    uses: Generated<number>
    last_used_at: string | null
    /** When its opening was last recorded in the security log. */
    opened_at: string | null
  }
  request: {
    id: string
    project_id: string
    workspace_id: string
    client_id: string
    /** Counts 1, 2, 3 … without gaps. */
    position: number
    title: string
    details: string | null
    kind: requests.RequestKind
    due_date: string | null
    state: Generated<requests.RequestState>
    state_since: string
    sent_back: Generated<boolean>
    reason: string | null
    /** The id that the freelancer's program gave it. */
    client_request_id: string | null
    created_at: string
    /** A day in the client's time zone. A trigger sets the first one, the reminder job the next ones. */
    remind_on: string | null
    reminded_at: string | null
  }
  request_answer: {
    id: string
    request_id: string
    author_type: requests.AnswerAuthorType
    /** Null for guests, and in old rows for the first person of the side. */
    author_id: string | null
    /** The name of a guest. */
    author_name: string | null
    text: string | null
    unable: requests.Unable | null
    comment: string | null
    answered_at: string
  }
  file_section: {
    id: string
    project_id: string
    /** Counts 1, 2, 3 … without gaps. */
    position: number
    name: string
  }
  file_history: {
    id: string
    project_id: string
    /** The highest version number that was ever used. */
    last_version: number
  }
  review: {
    id: string
    /** The first of those that were asked for together; its own id if it was asked for alone. */
    group_id: string
    /** The client chooses one of the group. */
    is_choice: Generated<boolean>
    project_id: string
    history_id: string
    round: number
    /** The version, with its data at the time of the request for a review. */
    file_id: string
    file_name: string
    version: number
    size: string
    sha256: Buffer
    message: string | null
    due_date: string | null
    needs_code: boolean
    created_at: string
    state: Generated<reviews.ReviewState>
    state_since: string
    comment: string | null
    identified_by: receipts.IdentifiedBy | null
    /** The session that decided. */
    decided_in: string | null
    /** Who of the client decided; null in older rows, of the first person. */
    decided_by: string | null
    /** The member who asked; null in old rows. */
    asked_by: string | null
    decided_at: string | null
  }
  receipt: {
    id: string
    project_id: string
    /** The id of the group. */
    review_id: string
    number: number
    receipt: Omit<receipts.Receipt, 'signature'>
    signature: receipts.Signature | null
  }
  receipt_key: { id: string; public_key: string; private_key: string | null; created_at: Generated<string> }
  review_code: {
    review_id: string
    person_id: string
    email: string
    hash: Buffer
    tries_left: number
    expires_at: string
  }
  feedback: {
    id: string
    project_id: string
    client_id: string
    message: string
    created_at: Generated<string>
    edited_at: string | null
    reply_count: Generated<number>
  }
  feedback_reply: {
    id: string
    feedback_id: string
    number: number
    author_type: feedback.AuthorType
    /** Null for guests, and in old rows for the first person of the side. */
    author_id: string | null
    message: string
    created_at: Generated<string>
    edited_at: string | null
  }
  conversation: {
    client_id: string
    /** Null when its client was deleted: a job deletes the conversation. */
    workspace_id: string | null
    last_number: Generated<number>
    client_total: Generated<number>
    last_at: string | null
    freelancer_wrote_at: string | null
    /** The client is archived. */
    archived: Generated<boolean>
  }
  /** One row for each person who was there when a message came. */
  conversation_reader: {
    client_id: string
    person_id: string
    side: 'freelancer' | 'client'
    /** The newest message before they came. */
    since: Generated<number>
    /** The newest message that they have seen; 0 for none. */
    seen: Generated<number>
    /** How many messages of the other side they have read, counting those before they came. Null: nothing is unread for them. */
    read: Generated<number | null>
    mailed: Generated<number>
    mail_due: string | null
  }
  message: {
    client_id: string
    sender_id: string
    created_at: string
    number: number
    client_total: number
    by_client: boolean
    client_message_id: string | null
    content: string
    files: chat.MessageFile[] | null
    search_text: string
  }
  session: {
    id: string
    freelancer_id: string | null
    /** Null for clients. */
    workspace_id: string | null
    client_id: string | null
    /** The freelancer's session to which this preview belongs. */
    previewed_by: string | null
    /** The sessions of clients that one browser keeps side by side have the same. */
    portal_group: string | null
    user_agent: string | null
    /** Null for freelancers and previews. */
    known_by: accounts.KnownBy | null
    /** When the freelancer last gave their password or passkey. */
    /** The session in which this one, in another workspace, was begun. */
    switched_from: Generated<string | null>
    confirmed_at: string | null
    created_at: Generated<string>
    last_seen_at: Generated<string>
    expires_at: string
    /** Of the last use: the network, never the whole address. */
    address_range: string | null
  }
  created_once: {
    freelancer_id: string | null
    client_id: string | null
    key: string
    created_id: string
    created_at: string
  }
  calendar_feed: {
    token_hash: Buffer
    freelancer_id: string | null
    /** Null for clients. */
    workspace_id: string | null
    client_id: string | null
    created_at: string
  }
  email_confirmation: { token_hash: Buffer; freelancer_id: string; expires_at: string }
  /** The open change of a person's own address. */
  email_change: {
    id: string
    freelancer_id: string
    email: string
    token_hash: Buffer
    requested_at: Generated<string>
    expires_at: string
  }
  /** A change that took effect. Null and an empty address when the account was closed. */
  email_undo: {
    id: string
    freelancer_id: string | null
    email: string
    email_key: string | null
    token_hash: Buffer
    /** When the change was asked for; null for those of earlier versions. */
    requested_at: string | null
    expires_at: string
    undone_at: string | null
  }
  email_allowance: { key: string; remaining: number; ends_at: string }
  password_reset: { freelancer_id: string; token_hash: Buffer; expires_at: string }
  known_device: { freelancer_id: string; device: string; last_seen_at: string }
  authenticator: { freelancer_id: string; secret: Buffer; last_step: number; created_at: string }
  passkey: {
    id: string
    freelancer_id: string
    credential_id: string
    /** Of the address of the portal at which it works. */
    host: string
    public_key: Buffer
    counter: string
    transports: string[]
    name: string
    created_at: string
    last_used_at: string | null
  }
  recovery_code: {
    freelancer_id: string
    /** Encrypted, or keyed by the server's secret in codes of earlier versions. */
    code_hash: Buffer
    is_sealed: Generated<boolean>
    created_at: Generated<string>
    used_at: string | null
  }
  remembered_browser: { freelancer_id: string; token_hash: Buffer; expires_at: string }
  factor_challenge: {
    token_hash: Buffer
    purpose: 'login' | 'passkey_login' | 'set_up_app' | 'add_passkey' | 'confirm'
    freelancer_id: string | null
    session_id: string | null
    device: Buffer | null
    secret: Buffer | null
    to_sign: string | null
    expires_at: string
  }
  billing_account: {
    workspace_id: string
    customer_id: string | null
    subscription_id: string | null
    current_period_end: string | null
    trial_ends_at: string | null
    cancel_at_period_end: Generated<boolean>
    next_plan: string | null
    has_card: Generated<boolean>
    last_charge_pence: number | null
    last_charged_at: string | null
    ended_subscription_id: string | null
    ended_plan: PaidPlan | null
    ended_at: string | null
    ended_reason: billing.EndReason | null
    end_dismissed_id: string | null
    subscribed_before: Generated<boolean>
    checkout_session_id: string | null
    checkout_plan: string | null
    revision: Generated<number>
    read_at: string | null
  }
  process: {
    id: string
    mark: string
    host: string
    pid: number
    redis: string | null
    storage: string
    secret_check: string
    version: string | null
    role: Generated<ProcessRole>
    schema: string | null
    started_at: Generated<string>
    seen_at: Generated<string>
  }
  installation: {
    is_only: GeneratedAlways<boolean>
    id: string
    created_at: Generated<string>
    version: string
    /** Differs from that of the storage when this database or the other one is a restored copy. */
    incarnation: string | null
    marked_at: string | null
    clean_up_not_before: string
    /** Null: the next start stores its own. */
    secret_check: string | null
    written_by: GeneratedAlways<string>
    written_in: GeneratedAlways<number | null>
  }
  mail_failure: { is_only: GeneratedAlways<boolean>; since: string }
  stripe_event: { id: string; type: string; received_at: Generated<string> }
}
