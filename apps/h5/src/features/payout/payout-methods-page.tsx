import { useState } from 'react'
import type { ReactNode } from 'react'
import { payoutList } from '@candor/api'
import type { OutputOf, PayoutMethodView } from '@candor/api'
import { Skeleton } from '@candor/ui'
import { PlusIcon } from '@candor/ui/icons/ticket'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { formatCount, formatSpan, useTexts } from '../../shared/i18n/index.ts'
import { hrefOf, Loaded, screenOf } from '../../shared/page/index.ts'
import { MethodSheet } from './method-sheet.tsx'
import { BankCardFace, WalletFace } from './method-faces.tsx'
import styles from './payout.module.css'

/** The payment methods of the customer: at most so many bank cards and one wallet address. */
export const PayoutMethodsPage = screenOf({ title: 'payout.title', signedOut: 'payout.signedOut' }, Methods)

function Methods() {
  const { t } = useTexts()
  const methods = useQuery(queryFor(payoutList, {}))
  return (
    <Loaded
      queries={{ methods }}
      failed={t('payout.failed')}
      skeleton={
        <div className={styles.skeleton}>
          <Skeleton width={120} height={18} />
          <Skeleton width="100%" height={142} radius={20} />
          <Skeleton width={120} height={18} />
          <Skeleton width="100%" height={72} radius={20} />
        </div>
      }
    >
      {(read) => <MethodLists methods={read.methods} />}
    </Loaded>
  )
}

function MethodLists({ methods }: { readonly methods: OutputOf<typeof payoutList> }) {
  const { t, locale } = useTexts()
  const [openId, setOpenId] = useState<string | null>(null)
  const { items, maxBankCards, maxWalletAddresses, coolDownMs } = methods
  const cards = items.filter((method) => method.kind === 'bank-card')
  const wallets = items.filter((method) => method.kind === 'wallet-address')
  const open = items.find(({ id }) => id === openId)
  const rest = coolDownMs === 0 ? '' : ` ${t('payout.rests', { span: formatSpan(locale, coolDownMs) })}`
  return (
    <div className={styles.page}>
      <Group kind="bank-card" count={cards.length} max={maxBankCards}>
        {cards.map((card) => (
          <BankCardFace key={card.id} card={card} onOpen={() => setOpenId(card.id)} />
        ))}
      </Group>
      <Group kind="wallet-address" count={wallets.length} max={maxWalletAddresses}>
        {wallets.map((wallet) => (
          <WalletFace key={wallet.id} wallet={wallet} onOpen={() => setOpenId(wallet.id)} />
        ))}
      </Group>
      <p className={styles.small}>
        {t('payout.oneWallet')}
        {rest}
      </p>
      {open === undefined ? null : <MethodSheet method={open} onClose={() => setOpenId(null)} />}
    </div>
  )
}

interface GroupProps {
  readonly kind: PayoutMethodView['kind']
  readonly count: number
  readonly max: number
  readonly children: ReactNode
}

function Group({ kind, count, max, children }: GroupProps) {
  const { t, locale } = useTexts()
  const number = (value: number) => formatCount(locale, value)
  return (
    <section>
      <div className={styles.head}>
        <h2>{t(`payout.group.${kind}`)}</h2>
        <span>{t('payout.count', { count: number(count), max: number(max) })}</span>
      </div>
      <div className={styles.group}>
        {children}
        {count < max ? (
          <a className={styles.add} href={hrefOf('addPayoutMethod', { kind })}>
            <PlusIcon size={20} />
            {t(`payout.add.${kind}`)}
          </a>
        ) : kind === 'bank-card' ? (
          <p className={styles.small}>{t('payout.full', { max: number(max) })}</p>
        ) : null}
      </div>
    </section>
  )
}
