/** Whether the customer's balance is part of the published total of what the house owes, as this device finds. */
export { ownCountQuery, ownLeavesText } from './own-count-query.ts'
export type { OwnCount } from './own-count.ts'
