import { findCustomer } from '../modules/identity/index.ts'
import { startSupport } from '../modules/support/index.ts'
import type { Support } from '../modules/support/index.ts'
import { systemClock } from '../platform/clock.ts'
import { refusalText } from '../platform/http/index.ts'
import { createPhotos } from '../platform/photos/index.ts'
import type { Accounts } from './accounts.ts'
import type { Shared } from './shared.ts'
import { openVault } from './vault.ts'

/** Opens customer service, with photos of its own in the vault. */
export function openSupport(
  { config, parts, pool, bus, notifier, logger }: Shared,
  { codes }: Pick<Accounts, 'codes'>,
): Support {
  return startSupport({
    pool,
    bus,
    notifier,
    logger,
    clock: systemClock,
    photos: createPhotos(),
    vault: openVault(config),
    mode: config.mode,
    runsJobs: parts.has('jobs'),
    captcha: codes.captcha,
    refusalText,
    contactOf: async (customerId) => {
      const customer = await findCustomer(pool, customerId)
      if (customer === null) throw new Error('a session belongs to no customer')
      return customer.mobile ?? customer.publicId
    },
  })
}
