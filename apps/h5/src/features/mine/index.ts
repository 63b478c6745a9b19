export { MinePage } from './mine-page.tsx'
