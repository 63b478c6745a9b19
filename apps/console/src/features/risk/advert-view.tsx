import { useState } from 'react'
import { operatorAdvertTerms, operatorAdvertTermsProposals } from '@candor/api/operator'
import type { AdvertTermsProposalView, AdvertTermsVersion } from '@candor/api/operator'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor } from '../../shared/api/index.ts'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { DataTable, Loaded, Panel } from '../../shared/page/index.ts'
import { ProposalDialog } from '../../shared/approval/index.ts'
import { advertFormOf, advertTermsError } from './advert-model.ts'
import { TypedFields } from './form-fields.tsx'
import { faultLabel } from './proposal-labels.ts'
import { ProposalPanel } from './proposal-panel.tsx'
import type { ProposalKind } from './proposal-panel.tsx'
import { bpsLabel } from './terms-labels.ts'
import { proposeColumn } from './propose-column.tsx'
import styles from './risk.module.css'

const refetchInterval = 5_000

/** The band that adverts keep to, and proposals awaiting a second person. */
export function AdvertView() {
  const terms = useQuery({ ...queryFor(operatorAdvertTerms, {}), refetchInterval })
  return (
    <>
      <ProposalPanel kind={kind()} />
      <Loaded query={terms}>{(found) => <Terms terms={found} />}</Loaded>
    </>
  )
}

const kind = (): ProposalKind<AdvertTermsProposalView> => ({
  title: t('risk.advert.proposals'),
  nameOf: () => t('risk.advert.terms'),
  changesOf: ({ current, wanted }) => [
    t('risk.advert.change', { from: bpsLabel(current.bandBps), to: bpsLabel(wanted.bandBps) }),
  ],
  ...operatorAdvertTermsProposals,
  act: 'advert-terms.confirm',
  inForce: operatorAdvertTerms,
  confirmed: t('risk.advert.done.confirmed'),
})

function Terms({ terms }: { readonly terms: AdvertTermsVersion }) {
  const [isChanging, setChanging] = useState(false)
  const mayPropose = useMay(operatorAdvertTermsProposals.propose.access) === true
  return (
    <Panel title={t('risk.advert.terms')}>
      <DataTable
        label={t('risk.advert.terms')}
        rows={[terms]}
        keyOf={({ version }) => String(version)}
        columns={[
          { key: 'version', title: t('risk.terms.version'), cell: ({ version }) => version, isNumber: true },
          { key: 'band', title: t('risk.advert.band'), cell: ({ bandBps }) => bpsLabel(bandBps), isNumber: true },
          {
            key: 'since',
            title: t('risk.swap.since'),
            cell: ({ createdMs }) => utcDateTime(createdMs),
            isOneLine: true,
          },
          proposeColumn(mayPropose, () => setChanging(true)),
        ]}
      />
      <p className={styles.note}>{t('risk.advert.note')}</p>
      {isChanging ? <AdvertTermsDialog current={terms} onClose={() => setChanging(false)} /> : null}
    </Panel>
  )
}

interface AdvertTermsDialogProps {
  readonly current: AdvertTermsVersion
  readonly onClose: () => void
}

/** Another band, proposed to a second person. */
function AdvertTermsDialog({ current, onClose }: AdvertTermsDialogProps) {
  return (
    <ProposalDialog
      title={t('risk.advert.propose.title')}
      text={t('risk.advert.propose.text')}
      initial={advertFormOf(current)}
      faultOf={(form) => faultLabel(advertTermsError(form, current))}
      send={({ bandBps }, { note }) => call(operatorAdvertTermsProposals.propose, { bandBps: Number(bandBps), note })}
      changes={[operatorAdvertTermsProposals.list]}
      onClose={onClose}
      fields={(bind) => (
        <TypedFields bind={bind} fields={[{ field: 'bandBps', label: t('risk.advert.propose.bandBps') }]} />
      )}
    />
  )
}
