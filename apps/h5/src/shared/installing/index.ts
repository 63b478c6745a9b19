/** Installing the app from the browser. */
export { useInstalling } from './install-prompt.ts'
