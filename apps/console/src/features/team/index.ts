/** The team. */
export { TeamPage } from './team-page.tsx'
