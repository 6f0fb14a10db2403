import { isBlank, type members } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useForm } from '../../app/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { LoadFailed, Loading, SkeletonText } from '../../ui/States.tsx'
import { myWorkspace } from '../accounts/workspace.queries.ts'
import { renameWorkspace } from './members.queries.ts'

export function WorkspaceName() {
  const { data: workspace, error, refetch } = useQuery(myWorkspace)
  if (workspace) return <NameForm key={workspace.id} workspace={workspace} />
  if (error) return <LoadFailed title="The workspace did not load" error={error} onRetry={refetch} />
  return (
    <Loading says="Loading the workspace...">
      <SkeletonText />
    </Loading>
  )
}

function NameForm({ workspace }: { workspace: members.Workspace }) {
  const form = useForm({
    draft: 'workspace',
    saved: { name: workspace.name ?? '' },
    mutation: renameWorkspace,
    input: ({ name }) => ({ name: isBlank(name) ? null : name }),
    fallback: 'Failed to save the name',
  })
  return (
    <form ref={form.ref} className="form" method="post" noValidate onSubmit={form.submit}>
      <Field
        label="Name"
        hint="Without one, your clients see the name of the member alone."
        error={form.errors.name}
      >
        {(props) => (
          <input {...props} {...form.field('name')} className="input" autoComplete="organization" />
        )}
      </Field>
      {form.problem && <Notice danger>{form.problem}</Notice>}
      <div className="actions">
        <Button
          type="submit"
          disabled={form.isUntouched && !form.busy}
          busy={form.busy}
          busyLabel="Saving..."
        >
          Save Name
        </Button>
      </div>
    </form>
  )
}
