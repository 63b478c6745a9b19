import { useState } from 'react'
import { securityClose, securityClosing, securityState } from '@candor/api'
import type { OpenItemKind, OutputOf } from '@candor/api'
import { Card, ConfirmDialog, LinkRow, RowList, showToast } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { call, invalidate, queryFor } from '../../shared/api/index.ts'
import type { CallResult } from '../../shared/api/index.ts'
import { session, useIsSignedIn } from '../../shared/device/index.ts'
import { emptyTextForm } from '../../shared/forms/index.ts'
import { decimalsOf, formatPrice, useTexts } from '../../shared/i18n/index.ts'
import { hrefOf, Loaded, navigation, Page, PageScreen } from '../../shared/page/index.ts'
import { GuardedForm } from './guarded-form.tsx'
import styles from './security-page.module.css'
import { TotpField } from './totp-field.tsx'

type Left = OutputOf<typeof securityClosing>

/** Closes the account for good: says what is still open, or what happens, and asks for the login password. */
export function CloseAccountPage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const left = useQuery({ ...queryFor(securityClosing, {}), enabled: isSignedIn })
  const guards = useQuery({ ...queryFor(securityState, {}), enabled: isSignedIn })
  if (left.data !== undefined && guards.data !== undefined && isEmpty(left.data))
    return <CloseForm left={left.data} hasSecondStep={guards.data.totp.isOn} />
  return (
    <Page title={t('security.close')} signedOut={t('security.signedOut')}>
      <PageScreen>
        <Loaded queries={{ left, guards }}>{(read) => <StillOpen left={read.left} />}</Loaded>
      </PageScreen>
    </Page>
  )
}

function isEmpty({ open, balances }: Left): boolean {
  return open.length + balances.length === 0
}

/** Where each kind comes to its end. */
const placeOf = {
  contracts: 'contractOrders',
  withdrawals: 'withdrawalRecords',
  recharges: 'rechargeRecords',
  sales: 'tradeOrders',
  terms: 'interestOrders',
  rewards: 'invite',
  application: 'desk',
  desk: 'desk',
} as const satisfies Record<OpenItemKind, string>

function StillOpen({ left }: { readonly left: Left }) {
  const { t, locale } = useTexts()
  return (
    <div className={styles.page}>
      <p className={styles.lead}>{t('security.close.open')}</p>
      <RowList>
        {left.balances.map(({ asset, amount }) => (
          <LinkRow
            key={asset}
            href={hrefOf('withdrawal', { kind: asset === 'USD' ? 'bank-card' : 'wallet-address' })}
            title={t('security.close.balance')}
            detail={exact(locale, amount, asset)}
          />
        ))}
        {left.open.map(({ kind, count }) => (
          <LinkRow
            key={kind}
            href={hrefOf(placeOf[kind])}
            title={t(`security.close.kind.${kind}`)}
            detail={String(count)}
          />
        ))}
      </RowList>
      <p className={styles.note}>{t('security.close.then')}</p>
      <h2 className={styles.section}>{t('security.close.means')}</h2>
      <Consequences />
    </div>
  )
}

/** What ends with the account, and what is kept. */
function Consequences() {
  const { t } = useTexts()
  return (
    <Card isPadded>
      <ul className={styles.plain}>
        <li>{t('security.close.means.signIn')}</li>
        <li>{t('security.close.means.ends')}</li>
        <li>{t('security.close.means.late')}</li>
        <li>{t('security.close.means.kept')}</li>
      </ul>
    </Card>
  )
}

/** An amount to the last digit: a customer gives up exactly what is named. */
function exact(locale: string, amount: string, asset: string): string {
  return `${formatPrice(locale, amount, Math.max(2, decimalsOf(amount)))}\u00A0${asset}`
}

interface Asked {
  readonly totp: string
  readonly loginPassword: string
  readonly answer: (result: CallResult<null> | null) => void
}

function CloseForm({ left, hasSecondStep }: { readonly left: Left; readonly hasSecondStep: boolean }) {
  const { t, locale } = useTexts()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { smallBalances } = left
  const givenUp = new Intl.ListFormat(locale).format(
    smallBalances.map(({ asset, amount }) => exact(locale, amount, asset)),
  )
  return (
    <>
      <GuardedForm<'totp'>
        title={t('security.close')}
        lead={t('security.close.lead')}
        submit={t('security.close.submit')}
        empty={emptyTextForm({ totp: '', loginPassword: '' })}
        errors={({ totp }) => (hasSecondStep && totp.trim() === '' ? { totp: 'required' } : {})}
        refused={{ 'wrong-totp': { field: 'totp', text: t('security.totp.wrong') } }}
        send={(texts) => new Promise((answer) => setAsked({ ...texts, answer }))}
        done={() => leave(t('security.close.done'))}
        fields={(bind) => (
          <>
            <Consequences />
            {smallBalances.length === 0 ? null : (
              <p className={styles.lead}>{t('security.close.giveUp', { amounts: givenUp })}</p>
            )}
            {hasSecondStep ? <TotpField {...bind('totp')} /> : null}
          </>
        )}
      />
      {asked === null ? null : (
        <Ask givenUp={givenUp} asked={asked} smallBalances={smallBalances} onClose={() => setAsked(null)} />
      )}
    </>
  )
}

interface AskProps {
  readonly givenUp: string
  readonly asked: Asked
  readonly smallBalances: Left['smallBalances']
  readonly onClose: () => void
}

/** Asks once more, with every amount that is given up. */
function Ask({ givenUp, asked, smallBalances, onClose }: AskProps) {
  const { t } = useTexts()
  const cancel = () => {
    asked.answer(null)
    onClose()
  }
  const close = async () => {
    const amountOf = (wanted: string) => smallBalances.find(({ asset }) => asset === wanted)?.amount ?? '0'
    const result = await call(securityClose, {
      loginPassword: asked.loginPassword,
      ...(asked.totp.trim() === '' ? {} : { totp: asked.totp.trim() }),
      giveUpUsd: amountOf('USD'),
      giveUpUsdt: amountOf('USDT'),
    })
    onClose()
    if (!result.ok && (result.error === 'balance-changed' || result.error === 'account-not-empty'))
      invalidate(securityClosing)
    asked.answer(result)
  }
  return (
    <ConfirmDialog
      title={t('security.close.ask')}
      text={givenUp === '' ? t('security.close.askText') : t('security.close.askGiveUp', { amounts: givenUp })}
      labels={{ confirm: t('security.close.submit'), cancel: t('security.close.keep') }}
      onConfirm={close}
      onClose={cancel}
    />
  )
}

function leave(said: string): void {
  session.signOut()
  showToast('done', said)
  navigation.reLaunch('home')
}
