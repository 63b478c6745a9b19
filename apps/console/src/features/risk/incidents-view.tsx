import { useState } from 'react'
import { operatorExplanations, operatorIncidents } from '@candor/api/operator'
import type { ExplanationView, IncidentRecord } from '@candor/api/operator'
import { Button, Note } from '@candor/ui'
import { call, usePages } from '../../shared/api/index.ts'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { actColumn, PagedPanel } from '../../shared/page/index.ts'
import type { Column } from '../../shared/page/index.ts'
import { authorColumn, NoteProposalDialog, ProposalActs } from '../../shared/approval/index.ts'
import styles from './risk.module.css'

/** The incidents that the server noticed, and the explanations that two people publish. */
export function IncidentsView() {
  const incidents = usePages(operatorIncidents, { limit: 20 }, { refetchInterval: 10_000 })
  const explanations = usePages(operatorExplanations.list, { limit: 20 }, { refetchInterval: 10_000 })
  const mayExplain = useMay(operatorExplanations.propose.access) === true
  const [explained, setExplained] = useState<IncidentRecord | null>(null)
  return (
    <>
      <Note>{t('risk.incidents.text')}</Note>
      <PagedPanel
        title={t('risk.incidents')}
        list={incidents}
        columns={incidentColumns(mayExplain ? setExplained : null)}
        empty={<p className={styles.quiet}>{t('risk.incidents.none')}</p>}
      />
      <PagedPanel
        title={t('risk.explanations')}
        list={explanations}
        columns={explanationColumns()}
        empty={<p className={styles.quiet}>{t('risk.explanations.none')}</p>}
      />
      {explained === null ? null : <ExplainDialog incident={explained} onClose={() => setExplained(null)} />}
    </>
  )
}

/** `onExplain` is null without the role. */
function incidentColumns(onExplain: ((incident: IncidentRecord) => void) | null): readonly Column<IncidentRecord>[] {
  return [
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
    actColumn(t('risk.terms.act'), (incident) =>
      onExplain === null ? null : (
        <Button tone="quiet" size="small" onClick={() => onExplain(incident)}>
          {t('risk.incidents.explain')}
        </Button>
      ),
    ),
  ]
}

function nameOf({ kind, subject }: Pick<IncidentRecord, 'kind' | 'subject'>): string {
  return t(`risk.incidents.${kind}`, { subject: subject ?? '' })
}

/** Asks for the text. Nothing is published until a second person confirms. */
function ExplainDialog({ incident, onClose }: { readonly incident: IncidentRecord; readonly onClose: () => void }) {
  return (
    <NoteProposalDialog
      title={t('risk.incidents.explain.title', { name: nameOf(incident) })}
      text={t('risk.incidents.explain.text')}
      label={t('risk.incidents.explain.label')}
      send={(note) => call(operatorExplanations.propose, { incidentId: incident.id, note })}
      changes={[operatorExplanations.list]}
      onClose={onClose}
    />
  )
}

function explanationColumns(): readonly Column<ExplanationView>[] {
  return [
    {
      key: 'incident',
      title: t('risk.incidents.what'),
      cell: (explanation) => `${nameOf(explanation)}, ${utcDateTime(explanation.startedMs)}`,
    },
    { key: 'text', title: t('risk.explanations.text'), cell: ({ note }) => note },
    authorColumn(t('risk.corrections.by')),
    {
      key: 'state',
      title: t('risk.corrections.state'),
      cell: ({ state, version, decidedBy }) =>
        t(`risk.explanations.state.${state}`, { version: version ?? 0, name: decidedBy?.name ?? '' }),
    },
    actColumn(t('risk.terms.act'), (explanation) => (
      <ProposalActs
        proposal={explanation}
        operations={operatorExplanations}
        act={null}
        changes={[operatorIncidents]}
        confirmed={t('risk.explanations.done')}
        rejected={t('risk.explanations.rejected')}
      />
    )),
  ]
}
