/**
 * Practice as a visitor: contracts over practice money that exist in this browser only, decided by the same rule on the
 * same stored frames. The app gives it the views of real contracts; no call of it needs a login.
 */
export { PracticeOrders } from './practice-orders.tsx'
export { usePractice } from './use-practice.tsx'
