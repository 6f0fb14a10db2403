import { type clients, type contacts, pluralForm } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { LoadFailed } from '../../ui/States.tsx'
import { CopyLoginLink } from '../clients/CopyLoginLink.tsx'
import { contactsOf, removeContact } from '../clients/contacts.queries.ts'
import { fullName } from '../clients/full-name.ts'
import { SeeAsClient } from '../clients/SeeAsClient.tsx'
import '../../ui/Rows.css'
import '../clients/clients.css'

const loadPanel = () => import('../clients/ContactPanel.tsx')
const AddContactPanel = lazyDialog(async () => ({ default: (await loadPanel()).AddContactPanel }))
const EditContactPanel = lazyDialog(async () => ({ default: (await loadPanel()).EditContactPanel }))

/** More would push the rest of the page off the screen. */
const SHOWN_AT_FIRST = 5

/** The people of a client besides the first one. */
export function Contacts({ client }: { client: clients.ClientDetail }) {
  const { data: contacts, error, refetch } = useQuery(contactsOf(client.id))
  const adding = useRestorableOpen('new-contact')
  const editing = useRestorableOpen('edit-contact')
  const [toRemove, setToRemove] = useState<contacts.Contact>()
  const edited = contacts?.find(({ id }) => id === editing.about)
  const isArchived = client.archivedAt !== null
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const shown = showsAll ? contacts : contacts?.slice(0, SHOWN_AT_FIRST)

  /** The button disappears, so the focus moves to the first row that it has shown. */
  function showAll() {
    flushSync(() => setShowsAll(true))
    list.current?.children[SHOWN_AT_FIRST]?.querySelector('button')?.focus()
  }

  if (isArchived && contacts?.length === 0) return null
  return (
    <section aria-labelledby="client-contacts">
      <div className="section__head">
        <h2 id="client-contacts">Contacts</h2>
        {!isArchived && (
          <Button
            look="quiet"
            size="sm"
            className="client__edit"
            aria-label="Add contact"
            onClick={() => adding.open()}
          >
            Add
          </Button>
        )}
      </div>
      {error && !contacts && <LoadFailed title="The contacts did not load" error={error} onRetry={refetch} />}
      {contacts?.length === 0 && (
        <p className="soft">Only {client.firstName} so far. Others get a link and a name of their own.</p>
      )}
      {shown && shown.length > 0 && (
        <ul className="rows" aria-labelledby="client-contacts" ref={list}>
          {shown.map((contact) => (
            <ContactRow
              key={contact.id}
              contact={contact}
              isArchived={isArchived}
              onEdit={() => editing.open(contact.id)}
            />
          ))}
        </ul>
      )}
      {contacts && shown && shown.length < contacts.length && (
        <Button look="quiet" onClick={showAll}>
          Show all {contacts.length}
        </Button>
      )}
      {adding.isOpen && !isArchived && (
        <AddContactPanel
          clientId={client.id}
          clientName={client.company ?? fullName(client)}
          onClose={adding.close}
        />
      )}
      {editing.isOpen && edited && !isArchived && (
        <EditContactPanel
          key={edited.id}
          contact={edited}
          onRemove={() => {
            editing.close()
            setToRemove(edited)
          }}
          onClose={editing.close}
        />
      )}
      {toRemove && <RemoveContact contact={toRemove} onClose={() => setToRemove(undefined)} />}
    </section>
  )
}

interface RowProps {
  contact: contacts.Contact
  isArchived: boolean
  onEdit: () => void
}

function ContactRow({ contact, isArchived, onEdit }: RowProps) {
  const name = fullName(contact)
  // The parts that speak of a client need only their names and ids.
  const person = { ...contact, company: null, archivedAt: null }
  const linkLabel = `Copy a login link for ${name}`
  return (
    <li className="row">
      <div className="client-row__who">
        <Avatar name={name} />
        <div>
          <div className="row__title cut" title={name}>
            {name}
          </div>
          <div className="row__sub cut" title={contact.email}>
            {contact.email}
          </div>
          <div className="row__sub">
            {contact.looksOnly && 'Only looks. '}
            <span>
              {contact.lastSeenAt ? (
                <>
                  Seen <RelativeTime instant={contact.lastSeenAt} />
                </>
              ) : (
                'Has not come in yet'
              )}
            </span>
            .
            {contact.emailRefusal && !isArchived && (
              <>
                {' '}
                <span className="late">Emails to this address come back.</span>
              </>
            )}
          </div>
        </div>
      </div>
      <div className="row__acts contact__acts">
        {!isArchived && (
          <Button look="quiet" size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
        )}
        <SeeAsClient client={person} look="quiet" size="sm" />
        <CopyLoginLink client={person} look="quiet" size="sm" aria-label={linkLabel} />
      </div>
    </li>
  )
}

function RemoveContact({ contact, onClose }: { contact: contacts.Contact; onClose: () => void }) {
  const remove = useMutation(removeContact(contact.id))
  return (
    <ConfirmDialog
      heading="Remove contact"
      question={`${fullName(contact)} loses access at once, also where they are signed in now.`}
      loss={`${linksText(contact.linksAlive)}What they wrote, uploaded and decided stays, with their name.`}
      keep="Keep contact"
      confirm="Remove Contact"
      busy={remove.isPending}
      busyLabel="Removing..."
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}

function linksText(count: number) {
  if (count === 0) return ''
  return `${pluralForm(count, 'One link stops', `${count} links stop`)} working. `
}
