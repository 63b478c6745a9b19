import { contractOrders, floorSaleList, rechargeList, withdrawalList } from '@candor/api'
import type { SupportThing } from '@candor/api/support'
import { ButtonRow, LateSkeleton, RowList, Sheet, Skeleton } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { formatDay, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { FailedState } from '../../shared/page/index.ts'
import { thingWords } from './chat-labels.ts'
import styles from './support.module.css'
import { useChatClient } from './use-chat.ts'

/** Something of one's own that a message can point at. */
interface OwnThing {
  readonly thing: SupportThing
  readonly id: string
  readonly amount: string
  readonly asset: string
  readonly state: string
  readonly atMs: number
}

/** Per kind; older ones can be sent from their records. */
const newest = { limit: 5 }

/** The customer's newest records: a tap sends one. */
export function ThingSheet({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts()
  const { t, locale } = texts
  const client = useChatClient()
  const money = useOwnMoney()
  const { things, error, isLoading, retry } = useOwnThings()
  return (
    <Sheet title={t('support.sendThing')} closeLabel={t('shared.action.close')} onClose={onClose}>
      {isLoading ? (
        <LateSkeleton label={t('shared.loading')}>
          <Skeleton width="100%" height={160} radius={20} />
        </LateSkeleton>
      ) : error !== null ? (
        <FailedState error={error} onRetry={retry} />
      ) : things.length === 0 ? (
        <p className={styles.nothing}>{t('support.noThings')}</p>
      ) : (
        <RowList>
          {things.map(({ thing, id, amount, asset, state, atMs }) => (
            <ButtonRow
              key={`${thing} ${id}`}
              title={
                <>
                  {money(amount, asset)}
                  <br />
                  <span className={styles.small}>{thingWords(texts, thing, state)}</span>
                </>
              }
              detail={formatDay(locale, atMs)}
              hasCaret={false}
              onPress={() => {
                client.send({ kind: 'thing', thing, id })
                onClose()
              }}
            />
          ))}
        </RowList>
      )}
    </Sheet>
  )
}

function useOwnThings() {
  const withdrawals = useQuery(queryFor(withdrawalList, newest))
  const recharges = useQuery(queryFor(rechargeList, newest))
  const open = useQuery(queryFor(contractOrders, { state: 'open', ...newest }))
  const closed = useQuery(queryFor(contractOrders, { state: 'closed', ...newest }))
  const sales = useQuery(queryFor(floorSaleList, newest))
  const all = [withdrawals, recharges, open, closed, sales]
  const things: OwnThing[] = [
    ...(withdrawals.data?.items ?? []).map((one) => ({ ...one, thing: 'withdrawal' as const, atMs: one.createdMs })),
    ...(recharges.data?.items ?? []).map((one) => ({
      ...one,
      thing: 'recharge' as const,
      amount: one.quantity,
      asset: 'USDT',
      atMs: one.createdAtMs,
    })),
    ...[...(open.data?.items ?? []), ...(closed.data?.items ?? [])].map((one) => ({
      ...one,
      thing: 'order' as const,
      amount: one.stake,
      atMs: one.acceptedAtMs,
    })),
    ...(sales.data?.items ?? []).map((one) => ({
      ...one,
      thing: 'sale' as const,
      amount: one.quantity,
      asset: 'USDT',
      atMs: one.createdMs,
    })),
  ]
  return {
    things: things.toSorted((one, other) => other.atMs - one.atMs),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    isLoading: all.some(({ isPending }) => isPending),
    retry: () => all.forEach(({ refetch }) => void refetch()),
  }
}
