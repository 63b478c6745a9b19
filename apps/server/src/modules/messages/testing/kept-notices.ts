import type { Notice } from '@candor/api'
import type { Notifier } from '../index.ts'

/** A notifier for tests that keeps what it sent to customers' sockets. */
export function keepNotices() {
  const told: { readonly customerId: bigint; readonly notice: Notice }[] = []
  const notifier: Notifier = {
    announce: (customerId, notice) => {
      told.push({ customerId, notice })
      return Promise.resolve()
    },
  }
  return { told, notifier }
}
