/** Who is signed in and what their roles include. */
export { useMay, useOperator } from './operator.ts'
export { RoleGate } from './role-gate.tsx'
export { roleName } from './role-names.ts'
