/** The customer's invitation: code, link, and invitees. */
export { InvitePage } from './invite-page.tsx'
