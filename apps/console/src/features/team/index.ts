/** Who works here. */
export { TeamPage } from './team-page.tsx'
