/** The operators' contract: what the console may ask of the server. Never reachable with a customer's token. */
export * from './claim.ts'
export * from './kyc.ts'
export * from './login.ts'
export { operatorOperations } from './operations.ts'
export * from './operator-operation.ts'
