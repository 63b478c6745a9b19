/** The signed-in operator and their permissions. */
export { useMay, useOperator, useOwnCell } from './operator.ts'
export { roleScreen } from './role-gate.tsx'
export { roleName } from './role-names.ts'
