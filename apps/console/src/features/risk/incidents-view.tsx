import { useState } from 'react'
import {
  operatorExplanationConfirm,
  operatorExplanationPropose,
  operatorExplanationReject,
  operatorExplanations,
  operatorIncidents,
} from '@candor/api/operator'
import type { ExplanationView, IncidentRecord } from '@candor/api/operator'
import { Button, Note, showToast } from '@candor/ui'
import { call, refresh, usePages } from '../../shared/api/index.ts'
import { ReasonDialog } from '../../shared/case/index.ts'
import { utcDateTime } from '../../shared/format/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { useMay, useOperator } from '../../shared/operator/index.ts'
import { DataTable, MoreButton, Panel } from '../../shared/page/index.ts'
import { SecondPersonActs } from '../../shared/proposal/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import styles from './risk.module.css'

/** The incidents that the server noticed, and the explanations that two people publish. */
export function IncidentsView() {
  const incidents = usePages(operatorIncidents, { limit: 20 }, { refetchInterval: 10_000 })
  const explanations = usePages(operatorExplanations, { limit: 20 }, { refetchInterval: 10_000 })
  const [explained, setExplained] = useState<IncidentRecord | null>(null)
  return (
    <>
      <Note>{t('risk.incidents.text')}</Note>
      <Panel title={t('risk.incidents')}>
        <Loaded query={incidents}>
          {(items) => (
            <>
              {items.length === 0 ? <p className={styles.quiet}>{t('risk.incidents.none')}</p> : null}
              <IncidentTable incidents={items} onExplain={setExplained} />
              <MoreButton {...incidents} />
            </>
          )}
        </Loaded>
      </Panel>
      <Panel title={t('risk.explanations')}>
        <Loaded query={explanations}>
          {(items) => (
            <>
              {items.length === 0 ? <p className={styles.quiet}>{t('risk.explanations.none')}</p> : null}
              <ExplanationTable explanations={items} />
              <MoreButton {...explanations} />
            </>
          )}
        </Loaded>
      </Panel>
      {explained === null ? null : <ExplainDialog incident={explained} onClose={() => setExplained(null)} />}
    </>
  )
}

interface IncidentTableProps {
  readonly incidents: readonly IncidentRecord[]
  readonly onExplain: (incident: IncidentRecord) => void
}

function IncidentTable({ incidents, onExplain }: IncidentTableProps) {
  const mayExplain = useMay(operatorExplanationPropose.access) === true
  if (incidents.length === 0) return null
  return (
    <DataTable
      label={t('risk.incidents')}
      rows={incidents}
      keyOf={({ id }) => id}
      columns={[
        { key: 'what', title: t('risk.incidents.what'), cell: nameOf },
        { key: 'from', title: t('risk.incidents.from'), cell: ({ startedMs }) => utcDateTime(startedMs) },
        {
          key: 'to',
          title: t('risk.incidents.to'),
          cell: ({ endedMs }) => (endedMs === null ? t('risk.incidents.now') : utcDateTime(endedMs)),
        },
        {
          key: 'explanation',
          title: t('risk.incidents.published'),
          cell: ({ explanation }) => explanation ?? t('risk.incidents.unexplained'),
        },
        {
          key: 'act',
          title: t('risk.terms.act'),
          isTitleHidden: true,
          cell: (incident) =>
            mayExplain ? (
              <Button tone="quiet" size="small" onClick={() => onExplain(incident)}>
                {t('risk.incidents.explain')}
              </Button>
            ) : null,
        },
      ]}
    />
  )
}

function nameOf({ kind, subject }: Pick<IncidentRecord, 'kind' | 'subject'>): string {
  return t(`risk.incidents.${kind}`, { subject: subject ?? '' })
}

/** Asks for the text. Nothing is published until a second person confirms. */
function ExplainDialog({ incident, onClose }: { readonly incident: IncidentRecord; readonly onClose: () => void }) {
  const propose = async (note: string): Promise<string | null> => {
    const result = await call(operatorExplanationPropose, { incidentId: incident.id, note })
    if (!result.ok) return result.msg
    refresh(operatorExplanations)
    showToast('done', t('shared.proposal.proposed'))
    return null
  }
  return (
    <ReasonDialog
      title={t('risk.incidents.explain.title', { name: nameOf(incident) })}
      text={t('risk.incidents.explain.text')}
      confirm={t('shared.proposal.send')}
      label={t('risk.incidents.explain.label')}
      onConfirm={propose}
      onClose={onClose}
    />
  )
}

function ExplanationTable({ explanations }: { readonly explanations: readonly ExplanationView[] }) {
  if (explanations.length === 0) return null
  return (
    <DataTable
      label={t('risk.explanations')}
      rows={explanations}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'incident',
          title: t('risk.incidents.what'),
          cell: (explanation) => `${nameOf(explanation)}, ${utcDateTime(explanation.startedMs)}`,
        },
        { key: 'text', title: t('risk.explanations.text'), cell: ({ note }) => note },
        {
          key: 'by',
          title: t('risk.corrections.by'),
          cell: ({ proposedBy, proposedMs }) => `${proposedBy.name}, ${utcDateTime(proposedMs)}`,
        },
        {
          key: 'state',
          title: t('risk.corrections.state'),
          cell: ({ state, version, decidedBy }) =>
            t(`risk.explanations.state.${state}`, { version: version ?? 0, name: decidedBy?.name ?? '' }),
        },
        {
          key: 'act',
          title: t('risk.terms.act'),
          isTitleHidden: true,
          cell: (explanation) => <Acts explanation={explanation} />,
        },
      ]}
    />
  )
}

function Acts({ explanation: { id, state, proposedBy } }: { readonly explanation: ExplanationView }) {
  const operatorId = useOperator()?.operatorId
  const mayConfirm = useMay(operatorExplanationConfirm.access) === true
  const mayReject = useMay(operatorExplanationReject.access) === true
  if (state !== 'proposed') return null
  return (
    <SecondPersonActs
      id={id}
      isOwn={proposedBy.operatorId === operatorId}
      mayConfirm={mayConfirm}
      mayReject={mayReject}
      confirm={{
        act: null,
        send: () => call(operatorExplanationConfirm, { id }),
        done: () => t('risk.explanations.done'),
        changes: [operatorExplanations, operatorIncidents],
      }}
      reject={{
        send: (note) => call(operatorExplanationReject, { id, note }),
        done: t('risk.explanations.rejected'),
        changes: [operatorExplanations],
      }}
    />
  )
}
