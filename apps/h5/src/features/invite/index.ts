/** The own invitation: code, link, and who has joined with it. */
export { InvitePage } from './invite-page.tsx'
