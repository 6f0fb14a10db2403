import { paths } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { Svg } from '../../ui/CoreIcon.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { dashboardSummary } from '../accounts/dashboard.queries.ts'
import { usePlansLink } from '../billing/use-plans-link.ts'
import { planFullText } from '../clients/client-count-text.ts'
import { oneClient } from '../clients/clients.queries.ts'
import { fullName } from '../clients/full-name.ts'
import type { PaletteAction } from './palette-action.tsx'
import type { ShowPanel } from './palette-props.ts'

const CreateClientPanel = lazyDialog(() => import('../clients/CreateClientPanel.tsx'))
const CreateProject = lazyDialog(() => import('../projects/CreateProject.tsx'))
const CreateProjectPanel = lazyDialog(() => import('../projects/CreateProjectPanel.tsx'))

const plus = (
  <Svg>
    <path d="M12 5v14M5 12h14" />
  </Svg>
)

/**
 * The actions that create clients and projects, and change the plan. With a full plan, "New client" opens the plans.
 */
export function useCreateActions(onPanel: ShowPanel): PaletteAction[] {
  const { data: summary } = useQuery(dashboardSummary)
  const plans = usePlansLink()
  const client = useClientOnScreen()

  const newClient: PaletteAction = { icon: plus, label: 'New client', words: 'create add invite' }
  const isFull = summary?.clients.remaining === 0
  // The page of the clients says who can change the plan.
  if (isFull) Object.assign(newClient, { note: planFullText(summary), to: plans ?? paths.freelancer.clients })
  else newClient.run = () => onPanel((close) => <CreateClientPanel onClose={close} />)

  const newProject: PaletteAction = {
    icon: plus,
    label: 'New project',
    words: 'create add',
    run: () => onPanel((close) => <CreateProject onClose={close} />),
  }
  const newProjectOfClient: PaletteAction | undefined = client && {
    icon: plus,
    label: `New project for ${fullName(client)}`,
    words: 'create add',
    run: () => onPanel((close) => <CreateProjectPanel client={client} onClose={close} />),
  }
  const changePlan: PaletteAction | undefined = plans && {
    icon: <Icon name="plan" />,
    label: summary?.plan === 'free' ? 'Upgrade' : 'Change plan',
    words: 'change plan upgrade pricing subscription',
    to: plans,
  }
  return [
    newClient,
    ...(newProjectOfClient ? [newProjectOfClient] : []),
    newProject,
    ...(summary && changePlan ? [changePlan] : []),
  ]
}

/** Archived clients get no new projects. */
function useClientOnScreen() {
  const [, id = ''] = /^\/clients\/([^/]+)/.exec(useLocation().pathname) ?? []
  const { data } = useQuery({ ...oneClient(id), enabled: false })
  return data?.archivedAt === null ? data : undefined
}
