/** Who came by whose invitation, and the reward for it where the owner set one. */
export { inviteRoutes } from './invite-routes.ts'
export { createInviteService } from './invite-service.ts'
export { seedInviteReward } from './invite-store.ts'
export { rewardOf } from './invite.ts'
export { startRewardPayer } from './reward-payer.ts'
