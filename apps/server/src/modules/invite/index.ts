/** Invitations, and the inviter's reward if the owner set one. */
export { inviteRoutes } from './invite-routes.ts'
export { createInviteService } from './invite-service.ts'
export { readShownName, seedInviteReward } from './invite-store.ts'
export { rewardOf } from './invite.ts'
export { publishedCodeRoutes } from './published-code-routes.ts'
export { startRewardPayer } from './reward-payer.ts'
export { rewardDigests, rewardInvariants } from './reward-invariants-store.ts'
