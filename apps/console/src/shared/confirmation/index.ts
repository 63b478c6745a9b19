/** Acts that an operator confirms with a passkey over exactly what is shown. */
export { useConfirmation } from './use-confirmation.tsx'
