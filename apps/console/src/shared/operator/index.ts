/** Who is signed in and what their roles include. */
export { useOperator } from './operator.ts'
export { roleName } from './role-names.ts'
