/** Online customer service: the chat. */
export { SupportPage } from './support-page.tsx'
