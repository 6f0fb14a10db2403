import { lazyDialog } from './lazy-dialog.tsx'

/** Loads its code ahead, so that it opens without a network too. */
export const loadConfirmDialog = () => import('./ConfirmDialogBody.tsx')

/** Asks before something that cannot be undone. Render it while it is open; its code is loaded on first use. */
export const ConfirmDialog = lazyDialog(loadConfirmDialog)
