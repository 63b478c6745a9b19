export { OwnAvatar } from './own-avatar.tsx'
export { MinePage } from './mine-page.tsx'
