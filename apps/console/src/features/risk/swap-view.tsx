import { useState } from 'react'
import { operatorSwapProposals, operatorSwapTerms } from '@candor/api/operator'
import type { SwapProposalView, SwapTermsVersion } from '@candor/api/operator'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { DataTable, Loaded, Panel } from '../../shared/page/index.ts'
import { ProposalPanel } from './proposal-panel.tsx'
import type { ProposalKind } from './proposal-panel.tsx'
import { changeLabels } from './proposal-labels.ts'
import { SwapDialog } from './swap-dialog.tsx'
import { directionLabel, swapChanges, swapFieldLabel } from './swap-labels.ts'
import { proposeColumn } from './propose-column.tsx'
import styles from './risk.module.css'

const refetchInterval = 5_000

/** The swap terms, and proposals awaiting a second person. */
export function SwapView() {
  const terms = useQuery({ ...queryFor(operatorSwapTerms, {}), refetchInterval })
  return (
    <>
      <ProposalPanel kind={kind()} />
      <Loaded query={terms}>{({ items }) => <Terms items={items} />}</Loaded>
    </>
  )
}

const kind = (): ProposalKind<SwapProposalView> => ({
  title: t('risk.swap.proposals'),
  nameOf: ({ wanted }) => directionLabel(wanted.from),
  changesOf: ({ current, wanted }) => changeLabels(swapChanges, current, wanted),
  ...operatorSwapProposals,
  act: 'swap-terms.confirm',
  inForce: operatorSwapTerms,
  confirmed: t('risk.swap.done.confirmed'),
})

function Terms({ items }: { readonly items: readonly SwapTermsVersion[] }) {
  const [changing, setChanging] = useState<SwapTermsVersion | null>(null)
  const mayPropose = useMay(operatorSwapProposals.propose.access) === true
  return (
    <Panel title={t('risk.swap.terms')}>
      <DataTable
        label={t('risk.swap.terms')}
        rows={items}
        keyOf={({ from }) => from}
        columns={[
          { key: 'from', title: t('risk.swap.direction'), cell: ({ from }) => directionLabel(from), isOneLine: true },
          { key: 'version', title: t('risk.terms.version'), cell: ({ version }) => version, isNumber: true },
          {
            key: 'spread',
            title: t('risk.swap.spread'),
            cell: (terms) => swapFieldLabel(terms, 'spreadBps'),
            isNumber: true,
          },
          { key: 'min', title: t('risk.swap.min'), cell: (terms) => swapFieldLabel(terms, 'minimum'), isNumber: true },
          { key: 'whole', title: t('risk.swap.whole'), cell: (terms) => swapFieldLabel(terms, 'isWholeNumber') },
          {
            key: 'quote',
            title: t('risk.swap.quote'),
            cell: (terms) => swapFieldLabel(terms, 'quoteMs'),
            isNumber: true,
          },
          {
            key: 'since',
            title: t('risk.swap.since'),
            cell: ({ createdMs }) => utcDateTime(createdMs),
            isOneLine: true,
          },
          proposeColumn(mayPropose, setChanging),
        ]}
      />
      <p className={styles.note}>{t('risk.swap.note')}</p>
      {changing === null ? null : <SwapDialog current={changing} onClose={() => setChanging(null)} />}
    </Panel>
  )
}
