/** The signed-in operator and their permissions. */
export { useMay, useOperator } from './operator.ts'
export { roleScreen } from './role-gate.tsx'
export { roleName } from './role-names.ts'
