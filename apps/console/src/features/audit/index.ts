/** The audit trail. */
export { AuditPage } from './audit-page.tsx'
