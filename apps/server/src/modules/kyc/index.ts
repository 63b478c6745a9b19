/** Identity checks: documents sent by customers, decided by two operators, kept encrypted and destroyed in time. */
export { createKycService } from './kyc-service.ts'
export type { KycService } from './kyc-service.ts'
export { kycRoutes } from './kyc-routes.ts'
export { kycOperatorRoutes } from './kyc-operator-routes.ts'
export { createDocumentPhotos } from './photo-service.ts'
export { createKycReview } from './review-service.ts'
export type { KycReview } from './review-service.ts'
export { createKycReviewTask } from './kyc-review-task.ts'
