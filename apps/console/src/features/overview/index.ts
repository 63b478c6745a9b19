/** The first screen: the day's work and health at a glance. */
export { OverviewPage } from './overview-page.tsx'
