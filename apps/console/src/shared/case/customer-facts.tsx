import { t, utcDateTime } from '../i18n/index.ts'
import { hrefOf } from '../navigation/index.ts'
import { CasePart } from './case-head.tsx'
import { Facts } from './facts.tsx'
import type { Fact } from './facts.tsx'

interface CaseCustomer {
  readonly customerId: string
  readonly account: string
}

/** The customer of a case, as a link. */
export function customerFact({ customerId, account }: CaseCustomer): Fact {
  return {
    name: t('shared.case.customer'),
    value: <a href={hrefOf('customers', customerId)}>{t('shared.case.customer.link', { account })}</a>,
  }
}

interface KnownCustomer extends CaseCustomer {
  readonly registeredMs: number
  readonly kycState: 'none' | 'under-review' | 'verified' | 'rejected'
}

interface CustomerPartProps {
  readonly customer: KnownCustomer
  /** What they had before of the same kind. */
  readonly earlier: Fact
}

/** The customer of a case, since when they have an account, and their identity check. */
export function CustomerPart({ customer, earlier }: CustomerPartProps) {
  return (
    <CasePart title={t('shared.case.customer')}>
      <Facts
        facts={[
          customerFact(customer),
          { name: t('shared.case.customer.since'), value: utcDateTime(customer.registeredMs) },
          { name: t('shared.case.customer.kyc'), value: t(`shared.case.kyc.${customer.kycState}`) },
          earlier,
        ]}
      />
    </CasePart>
  )
}
