import { contacts } from '@portico/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { sendOnce } from '../../app/send-once.ts'
import { toast } from '../../ui/toast.ts'

/** Its key begins with that of the client. */
export const contactsOf = (clientId: string) =>
  queryOptions({
    queryKey: ['clients', clientId, 'contacts'],
    queryFn: ({ signal }) => call(contacts.list, { params: { id: clientId } }, { signal }),
  })

export const addContact = (clientId: string) =>
  mutationOptions({
    mutationFn: (details: contacts.NewContact) =>
      sendOnce(['contact', clientId, details], (clientRequestId) =>
        call(contacts.add, { params: { id: clientId }, body: { ...details, clientRequestId } }),
      ),
    // The new link is shown at once.
    meta: { calls: 'contacts.add', background: true, success: 'Contact added successfully', quiet: true },
  })

export const changeContact = (id: string) =>
  mutationOptions({
    mutationFn: (body: contacts.ContactChange) => call(contacts.change, { params: { id }, body }),
    meta: { calls: 'contacts.change', quiet: true },
    onSuccess: ({ emailStatus, email }) =>
      toast.success(
        'Contact updated successfully',
        emailStatus === 'queued' ? `A new login link is on its way to ${email}.` : undefined,
      ),
  })

export const removeContact = (id: string) =>
  mutationOptions({
    mutationFn: () => call(contacts.remove, { params: { id } }),
    meta: {
      calls: 'contacts.remove',
      background: true,
      success: 'Contact removed successfully',
      fallback: 'Failed to remove contact',
    },
  })
