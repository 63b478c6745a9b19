import type { PayoutMethodView } from '@candor/api'
import { CasePart, Facts, History, MomentList } from '../../shared/case/index.ts'
import { money, t, utcDateTime } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import type { CustomerView } from './customer-detail.tsx'
import styles from './customers.module.css'

/** Beside a customer: open cases, agents' notes, the limits that the customer set, destinations, and who looked. */
export function CustomerRail({ view }: { readonly view: CustomerView }) {
  return (
    <>
      <CasePart title={t('customers.open')}>
        <MomentList moments={view.openCases} none={t('customers.open.none')} />
      </CasePart>
      <Notes notes={view.notes} />
      <Limits limits={view.limits} />
      <PayoutMethods methods={view.payoutMethods} />
      <WhoLooked history={view.history} />
    </>
  )
}

function Notes({ notes }: Pick<CustomerView, 'notes'>) {
  return (
    <CasePart title={t('customers.notes')}>
      {notes.length === 0 ? <p className={styles.quiet}>{t('customers.notes.none')}</p> : null}
      <ul className={styles.notes}>
        {notes.map(({ id, conversationId, operator, atMs, text }) => (
          <li key={id}>
            <p dir="auto">{text}</p>
            <p className={styles.quiet}>
              {t('customers.notes.by', { name: operator, time: utcDateTime(atMs) })}{' '}
              <a className={styles.link} href={hrefOf('support', conversationId)}>
                {t('customers.notes.open')}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </CasePart>
  )
}

function Limits({ limits: { items, exclusion } }: Pick<CustomerView, 'limits'>) {
  const valueOf = (kind: (typeof items)[number]['kind'], value: string | null) => {
    if (value === null) return t('customers.limits.no')
    return kind === 'session' ? t('customers.limits.minutes', { count: Number(value) }) : money(value)
  }
  return (
    <CasePart title={t('customers.limits')}>
      {items.length === 0 ? <p className={styles.quiet}>{t('customers.limits.none')}</p> : null}
      {items.length === 0 ? null : (
        <Facts
          isNarrow
          facts={items.map(({ kind, value, nextValue, nextFromMs }) => ({
            name: t(`customers.limits.${kind}`),
            value:
              nextFromMs === null
                ? valueOf(kind, value)
                : t('customers.limits.next', {
                    now: valueOf(kind, value),
                    next: valueOf(kind, nextValue),
                    time: utcDateTime(nextFromMs),
                  }),
          }))}
        />
      )}
      <p className={styles.quiet}>
        {exclusion === null
          ? t('customers.limits.noBreak')
          : t(`customers.limits.break.${exclusion.kind}`, { time: utcDateTime(exclusion.untilMs, { hasYear: true }) })}
      </p>
    </CasePart>
  )
}

function PayoutMethods({ methods }: { readonly methods: CustomerView['payoutMethods'] }) {
  return (
    <CasePart title={t('customers.methods')}>
      {methods.length === 0 ? (
        <p className={styles.quiet}>{t('customers.methods.none')}</p>
      ) : (
        <ul className={styles.notes}>
          {methods.map((method) => (
            <li key={method.id}>
              {nameOf(method)}
              <p className={styles.number}>{numberOf(method)}</p>
            </li>
          ))}
        </ul>
      )}
    </CasePart>
  )
}

function nameOf(method: PayoutMethodView): string {
  return method.kind === 'bank-card' ? method.bankName : method.chain
}

function numberOf(method: PayoutMethodView): string {
  return method.kind === 'bank-card' ? `•••• ${method.numberEnd}` : `${method.addressStart}…${method.addressEnd}`
}

function WhoLooked({ history }: Pick<CustomerView, 'history'>) {
  const looks = history.filter(({ action }) => action === 'customer.viewed')
  if (looks.length === 0) return null
  return (
    <History
      title={t('customers.looked')}
      entries={looks.map(({ seq, atMs, actor }) => ({
        id: seq,
        atMs,
        text: t('customers.looked.view'),
        who: actor ?? t('shared.proposal.hidden'),
      }))}
    />
  )
}
