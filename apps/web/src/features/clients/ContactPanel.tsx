import { contacts, isBlank } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { withPlansText } from '../../app/plans.tsx'
import { type FormFields, useForm } from '../../app/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Radios } from '../../ui/Radios.tsx'
import { useEmailsAreDelayed } from '../accounts/accounts.queries.ts'
import { EmailNotice } from '../accounts/EmailNotice.tsx'
import { PersonFields, type PersonText, requiredClientText } from './ClientFields.tsx'
import { createLoginLink, resendLogin } from './clients.queries.ts'
import { addContact, changeContact } from './contacts.queries.ts'
import { deliveryText, isHeldBack } from './email-text.ts'
import { noEmailText } from './InviteChoice.tsx'
import { LoginLink } from './LoginLink.tsx'
import './clients.css'

const emptyContact = {
  ...{ firstName: '', lastName: '', email: '' },
  may: 'write' as May,
  sendEmail: 'yes' as 'yes' | 'no',
}

type May = 'write' | 'look'
const choices = [
  { value: 'write', label: 'Takes part', hint: 'Writes, uploads, answers and decides, in their own name.' },
  { value: 'look', label: 'Only looks', hint: 'Sees and downloads everything, and changes nothing.' },
] as const

interface AddProps {
  clientId: string
  clientName: string
  onClose: () => void
}

export function AddContactPanel({ clientId, clientName, onClose }: AddProps) {
  const areEmailsDelayed = useEmailsAreDelayed()
  const form = useForm({
    draft: `new-contact.${clientId}`,
    empty: emptyContact,
    required: requiredClientText,
    whenBlank: contacts.add.config.whenBlank,
    mutation: addContact(clientId),
    input: ({ may, sendEmail, ...details }) => ({
      ...details,
      looksOnly: may === 'look',
      sendEmail: sendEmail === 'yes',
    }),
    fallback: 'Failed to add contact',
  })
  const added = form.result
  return (
    <FormPanel
      heading="New contact"
      lead={
        <p className="soft new-client__lead">
          Somebody else of {clientName}, with a link and a name of their own. They see the same projects
          {withPlansText(', and take no place of your plan')}.
        </p>
      }
      action="Add Contact"
      doing="Adding..."
      form={form}
      done={
        added && {
          heading: 'Contact added',
          content: (
            <LoginLink
              lead={`${added.contact.firstName} can come in now.`}
              delivery={deliveryText(added.emailStatus, added.contact, areEmailsDelayed)}
              firstName={added.contact.firstName}
              loginUrl={added.loginUrl}
            />
          ),
        }
      }
      onClose={onClose}
    >
      <ContactFields form={form} />
      <EmailNotice />
      <label className="check">
        <span>
          <input
            type="checkbox"
            checked={form.values.sendEmail === 'yes'}
            onChange={({ target }) => form.change({ sendEmail: target.checked ? 'yes' : 'no' })}
          />
          <Icon name="check" />
        </span>
        <span>Send the login link by email</span>
      </label>
      <p className="hint" role="status">
        {form.values.sendEmail === 'no' && noEmailText(form.values.firstName)}
      </p>
    </FormPanel>
  )
}

interface EditProps {
  contact: contacts.Contact
  onRemove: () => void
  onClose: () => void
}

export function EditContactPanel({ contact, onRemove, onClose }: EditProps) {
  const link = useMutation(createLoginLink(contact.id))
  const resend = useMutation(resendLogin(contact.id))
  const areEmailsDelayed = useEmailsAreDelayed()
  const form = useForm({
    draft: `edit-contact.${contact.id}`,
    saved: textOf(contact),
    required: requiredClientText,
    mutation: changeContact(contact.id),
    input: (_, { may, ...details }, { may: _may, ...was }) => ({
      ...details,
      ...(may && { looksOnly: may === 'look' }),
      was,
    }),
    fallback: 'Failed to update contact',
    // The earlier links have ended, so the new one is shown when no email was sent.
    onSuccess: ({ emailStatus }) =>
      isHeldBack(emailStatus) ? link.mutate(undefined, { onError: onClose }) : onClose(),
  })
  const changed = form.result
  return (
    <FormPanel
      heading="Edit contact"
      action="Update Contact"
      doing="Updating..."
      form={form}
      labels={{ firstName: 'First name', lastName: 'Last name', email: 'Email' }}
      busy={link.isPending}
      done={
        changed &&
        link.data && {
          heading: 'Contact updated',
          content: (
            <LoginLink
              lead="Only this link works now."
              delivery={deliveryText(changed.emailStatus, changed, areEmailsDelayed)}
              firstName={changed.firstName}
              loginUrl={link.data.loginUrl}
            />
          ),
        }
      }
      onClose={onClose}
    >
      <ContactFields form={form} saved={contact.email} />
      <div className="client__acts">
        <Button look="quiet" busy={resend.isPending} busyLabel="Sending..." onClick={() => resend.mutate()}>
          Resend Login Link
        </Button>
        <Button look="danger-quiet" onClick={onRemove}>
          Remove Contact
        </Button>
      </div>
    </FormPanel>
  )
}

type ContactText = PersonText & { may: May }

interface FieldsProps {
  form: FormFields<keyof ContactText> & {
    values: ContactText
    change(values: { may: May }): void
  }
  /** The address until now. */
  saved?: string
}

function ContactFields({ form, saved }: FieldsProps) {
  const isAnother =
    saved !== undefined &&
    !isBlank(form.values.email) &&
    form.values.email.trim().toLowerCase() !== saved.toLowerCase()
  return (
    <>
      <PersonFields
        errors={form.errors}
        field={form.field}
        underEmail={
          <div role="status" className="edit-client__address">
            {isAnother && (
              <Notice>
                With a new address, every link and session of this contact ends, including any in use now. A
                new link is mailed to the new address, or shown here if that is not possible.
              </Notice>
            )}
          </div>
        }
      />
      <Radios
        label="What they may do"
        options={choices}
        value={form.values.may}
        onChange={(may) => form.change({ may })}
      />
    </>
  )
}

function textOf({ firstName, lastName, email, looksOnly }: contacts.Contact): ContactText {
  return { firstName, lastName, email, may: looksOnly ? 'look' : 'write' }
}
