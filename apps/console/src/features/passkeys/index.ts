/** The operator's own passkeys, which confirm what needs two people. */
export { PasskeysDialog } from './passkeys-dialog.tsx'
