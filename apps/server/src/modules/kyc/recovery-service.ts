import type { InputOf, OutputOf, userRecover } from '@candor/api'
import type { Clock } from '../../platform/clock.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'
import type { Seal } from '../../platform/vault/index.ts'
import type { Codes } from '../codes/index.ts'
import { findCustomerByAccount, securityMail } from '../identity/index.ts'
import type { Customer, Origin } from '../identity/index.ts'
import type { Notifier } from '../messages/index.ts'
import { detailsContext } from './kyc.ts'
import { hashesOf, sentPhotos } from './kyc-service.ts'
import type { DocumentPhotos } from './photo-service.ts'
import { checkRecovery, readRecoveryPromise, recover } from './recovery-store.ts'
import type { RecoveryOutcome, RecoveryClaim } from './recovery-store.ts'

type Form = InputOf<typeof userRecover>
type RecoverRefusal =
  | Exclude<RecoveryOutcome, 'submitted' | 'repeat'>
  | 'wrong-code'
  | 'photo-invalid'
  | 'frequent-operations'

/** Requests another mailbox for an account, using the document it was verified with. */
export type Recover = (form: Form, origin: Origin) => Promise<Result<OutputOf<typeof userRecover>, RecoverRefusal>>

export interface RecoveryDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly codes: Pick<Codes, 'mailbox'>
  readonly photos: DocumentPhotos
  readonly seal: Seal
  readonly notifier: Notifier
  /** The server's key: the same that hashed the numbers of the verified. */
  readonly secret: string
  /** Earlier keys, under which some of those numbers are still hashed. */
  readonly formerSecrets: readonly string[]
}

/** Callers who must not learn whether an account exists use this number, which no customer has. */
const nobody = 0n

/** Creates the call. A repeat succeeds without a code, because the first one consumed it. */
export function createRecover(deps: RecoveryDependencies): Recover {
  const { pool, codes } = deps
  return async (form, origin) => {
    const found = await findCustomerByAccount(pool, form.account)
    const customer = found?.isClosed === true ? null : found
    const sent = await sentPhotos(form)
    const email = form.email.toLowerCase()
    const claim = {
      customerId: customer?.customerId ?? nobody,
      requestId: form.requestId,
      email,
      ...(await hashesOf(deps, form, sent)),
    }
    const before = await checkRecovery(pool, claim)
    if (before === 'repeat') return promised(deps, claim)
    const codeId = await codes.mailbox.check({ purpose: 'recover', address: email }, form.code, origin.ip)
    if (codeId === null) return refuse('wrong-code')
    // A guess at an account or a number costs the code.
    if (before === 'details-differ') await withTransaction(pool, (client) => codes.mailbox.use(client, codeId))
    if (before !== 'may-submit' || customer === null) return refuse(before === 'may-submit' ? 'details-differ' : before)
    const stored = await deps.photos.store(sent)
    if (!stored.ok) return stored
    const answer = await withTransaction(pool, async (client) => {
      if (!(await codes.mailbox.use(client, codeId))) return 'wrong-code'
      return take(deps, client, { form, claim, customer, origin, photos: stored.value })
    })
    if (answer !== 'submitted') await deps.photos.discard(stored.value)
    if (answer !== 'submitted' && answer !== 'repeat') return refuse(answer)
    await deps.notifier.announce(customer.customerId, { kind: 'security', id: form.requestId, state: 'recovery-asked' })
    return promised(deps, claim)
  }
}

interface Taken {
  readonly form: Form
  readonly claim: RecoveryClaim
  readonly customer: Customer
  readonly origin: Origin
  readonly photos: Parameters<typeof recover>[2]
}

/** Stores the recovery and informs the old mailbox, in one transaction. */
async function take(
  { clock, seal }: RecoveryDependencies,
  client: Transaction,
  { form, claim, customer, origin, photos }: Taken,
): Promise<RecoveryOutcome> {
  const { country, documentType, name, number } = form
  const detailsSealed = seal.close(JSON.stringify({ name, number }), detailsContext(claim))
  const answer = await recover(client, { ...claim, country, documentType, detailsSealed }, photos)
  const { email: to, customerId, lang } = customer
  if (answer === 'submitted' && to !== null) {
    const mail = securityMail('recovery-asked', { ...origin, atMs: clock.nowMs(), lang })
    await enqueueMail(client, { to, customerId: String(customerId), ...mail })
  }
  return answer
}

async function promised({ pool }: RecoveryDependencies, { customerId, requestId }: RecoveryClaim) {
  return ok({ promisedMs: await readRecoveryPromise(pool, customerId, requestId) })
}
