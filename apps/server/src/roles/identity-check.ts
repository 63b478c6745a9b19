import {
  createDocumentPhotos,
  createKycReview,
  createKycReviewTask,
  createKycService,
  createRecover,
  kycOperatorRoutes,
  kycRoutes,
} from '../modules/kyc/index.ts'
import type { KycReview } from '../modules/kyc/index.ts'
import type { ReviewTask } from '../modules/operator/index.ts'
import type { Route } from '../platform/http/index.ts'
import { systemClock, systemRepeat } from '../platform/clock.ts'
import { createPhotos } from '../platform/photos/index.ts'
import { createSeal } from '../platform/vault/index.ts'
import type { Accounts } from './accounts.ts'
import type { Shared } from './shared.ts'
import { masterKeyOf, openVault } from './vault.ts'

const sweepMs = 10 * 60_000

/** The identity check, wired. */
export interface IdentityCheck {
  readonly routes: readonly Route[]
  readonly reviewTask: ReviewTask
  readonly verifiedName: KycReview['verifiedName']
  stop(): void
}

/** Wires the identity check; the jobs destroy photos past their retention. */
export function startIdentityCheck(
  { config, parts, pool, bus, notifier, sharedNames, logger }: Shared,
  { codes }: Pick<Accounts, 'codes'>,
): IdentityCheck {
  const vault = openVault(config)
  const seal = createSeal(masterKeyOf(config), 'kyc')
  const photos = createDocumentPhotos({ pool, photos: createPhotos(), vault })
  const { secret, formerSecrets, countries } = config
  const common = { pool, clock: systemClock, photos, seal, notifier, secret, formerSecrets, countries }
  const service = createKycService({ ...common, sharedNames })
  const recover = createRecover({ ...common, codes })
  const endSessions = (customerId: bigint) => bus.publish('session-revoked', { customerId, sessionId: null })
  const review = createKycReview({ pool, vault, seal, notifier, endSessions, sharedNames })
  const sweep = () => {
    void photos.sweep().catch((error: unknown) => {
      logger.error({ err: error }, 'deleting expired photos failed')
    })
  }
  const endSweeping = parts.has('jobs') ? systemRepeat(sweep, sweepMs) : () => undefined
  return {
    routes: [...kycRoutes(service, recover), ...kycOperatorRoutes(review)],
    reviewTask: createKycReviewTask({ pool, review }),
    verifiedName: (customerId) => review.verifiedName(customerId),
    stop: endSweeping,
  }
}
