import { useState } from 'react'
import { operatorInstruments, operatorTermsProposals } from '@candor/api/operator'
import type { operatorInstruments as instruments, OutputOf, TermsVersion } from '@candor/api/operator'
import { ChartLineIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { money, t } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { EmptyState, DataTable, Loaded, Panel, Select } from '../../shared/page/index.ts'
import { ProposeDialog } from './propose-dialog.tsx'
import { Proposals } from './proposals.tsx'
import { bpsLabel, durationLabel, windowsLabel } from './terms-labels.ts'
import { proposeColumn } from './propose-column.tsx'
import styles from './risk.module.css'

type Instrument = OutputOf<typeof instruments>['items'][number]

/** Terms that wait for a second person, and the terms of each market. */
export function TermsView() {
  const list = useQuery({ ...queryFor(operatorInstruments, {}), staleTime: 10_000 })
  return (
    <>
      <Proposals />
      <Loaded query={list}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={ChartLineIcon} texts={['risk.payouts.none', 'risk.payouts.noneText']} />
          ) : (
            <InstrumentTerms items={items} />
          )
        }
      </Loaded>
    </>
  )
}

function InstrumentTerms({ items }: { readonly items: readonly Instrument[] }) {
  const [symbol, setSymbol] = useState(items[0]?.symbol ?? '')
  const [changing, setChanging] = useState<TermsVersion | null>(null)
  const mayPropose = useMay(operatorTermsProposals.propose.access) === true
  const instrument = items.find((item) => item.symbol === symbol)
  if (instrument === undefined) return null
  return (
    <Panel title={t('risk.terms', { name: instrument.name })}>
      <div className={styles.pick}>
        <Select
          label={t('risk.terms.market')}
          value={symbol}
          onValue={setSymbol}
          options={items.map((item) => ({ value: item.symbol, label: `${item.name} · ${item.symbol}` }))}
        />
      </div>
      <DataTable
        label={t('risk.terms', { name: instrument.name })}
        rows={instrument.terms}
        keyOf={({ durationMs }) => String(durationMs)}
        columns={[
          { key: 'duration', title: t('risk.terms.duration'), cell: ({ durationMs }) => durationLabel(durationMs) },
          { key: 'version', title: t('risk.terms.version'), cell: ({ version }) => version, isNumber: true },
          {
            key: 'offered',
            title: t('risk.terms.offered'),
            cell: ({ isOffered }) => t(isOffered ? 'risk.yes' : 'risk.no'),
          },
          { key: 'min', title: t('risk.terms.min'), cell: ({ stakeMin }) => money(stakeMin), isNumber: true },
          { key: 'max', title: t('risk.terms.max'), cell: ({ stakeMax }) => money(stakeMax), isNumber: true },
          { key: 'fee', title: t('risk.terms.fee'), cell: ({ feeBps }) => bpsLabel(feeBps), isNumber: true },
          {
            key: 'payout',
            title: t('risk.terms.payout'),
            cell: ({ payoutBps }) => bpsLabel(payoutBps),
            isNumber: true,
          },
          {
            key: 'windows',
            title: t('risk.terms.windows'),
            cell: (terms) => windowsLabel(terms),
            isNumber: true,
          },
          { key: 'cap', title: t('risk.terms.cap'), cell: ({ maxOpenPayout }) => money(maxOpenPayout), isNumber: true },
          proposeColumn(mayPropose, setChanging),
        ]}
      />
      <p className={styles.note}>{t('risk.terms.note')}</p>
      {changing === null ? null : (
        <ProposeDialog symbol={symbol} current={changing} onClose={() => setChanging(null)} />
      )}
    </Panel>
  )
}
