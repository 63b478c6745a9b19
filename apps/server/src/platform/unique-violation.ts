/** Whether the database refused a row because another one has the same value. */
export function isUniqueViolation(fault: unknown): boolean {
  return typeof fault === 'object' && fault !== null && 'code' in fault && fault.code === '23505'
}
