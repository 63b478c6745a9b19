/** Customer service for agents: the queue, several conversations at once, canned replies and notes. */
export { SupportPage } from './support-page.tsx'
export { useSupportCount } from './use-agent-desk.ts'
