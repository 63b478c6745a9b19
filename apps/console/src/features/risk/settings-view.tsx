import { useState } from 'react'
import { operatorSettingProposals, operatorSettings, settingKinds } from '@candor/api/operator'
import type { SettingProposalView, SettingUnit, SettingView } from '@candor/api/operator'
import { Button, Tag, VisuallyHidden } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor } from '../../shared/api/index.ts'
import { money, t, utcDateTime } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { DataTable, Loaded, Panel, TextInput } from '../../shared/page/index.ts'
import { authorName, ProposalDialog } from '../../shared/approval/index.ts'
import { faultLabel } from './proposal-labels.ts'
import { ProposalPanel, useProposals } from './proposal-panel.tsx'
import type { ProposalKind } from './proposal-panel.tsx'
import { openByName, settingError, settingFormOf, wantedValue, wholeDuration } from './setting-model.ts'
import type { SettingForm } from './setting-model.ts'
import { SettingEffect } from './setting-effect.tsx'
import styles from './risk.module.css'

const refetchInterval = 5_000

/** Fees, minimums, limits, thresholds and times: the values in force, what is proposed, and what was changed. */
export function SettingsView() {
  const proposals = useProposals(operatorSettingProposals.list)
  const settings = useQuery({ ...queryFor(operatorSettings, {}), refetchInterval })
  return (
    <>
      <ProposalPanel kind={kind()} />
      <Loaded query={settings}>
        {({ items }) => <Settings items={items} open={openByName(proposals.data?.items ?? [])} />}
      </Loaded>
      <History />
    </>
  )
}

/** A value with its unit. */
function valueLabel(unit: SettingUnit, value: string): string {
  if (unit === 'count') return value
  if (unit !== 'ms') return money(value, unit)
  const whole = wholeDuration(Number(value))
  return t(`risk.settings.${whole.unit}`, { count: whole.count })
}

const changeLabel = ({ title, unit, current, wanted }: SettingProposalView) =>
  t('risk.settings.change', { title, from: valueLabel(unit, current), to: valueLabel(unit, wanted) })

const kind = (): ProposalKind<SettingProposalView> => ({
  title: t('risk.settings.proposals'),
  nameOf: ({ title }) => title,
  changesOf: ({ unit, current, wanted }) => [
    t('shared.confirmation.change', { from: valueLabel(unit, current), to: valueLabel(unit, wanted) }),
  ],
  effectOf: (proposal) => <SettingEffect proposal={proposal} />,
  ...operatorSettingProposals,
  act: 'house-setting.confirm',
  inForce: operatorSettings,
  confirmed: t('risk.settings.done.confirmed'),
})

interface SettingsProps {
  readonly items: readonly SettingView[]
  /** The open proposals by the names of their settings. */
  readonly open: ReadonlyMap<string, SettingProposalView>
}

function Settings({ items, open }: SettingsProps) {
  const [changing, setChanging] = useState<SettingView | null>(null)
  return (
    <>
      {settingKinds.map((of) => (
        <Panel key={of} title={t(`risk.settings.kind.${of}`)}>
          <SettingTable
            label={t(`risk.settings.kind.${of}`)}
            rows={items.filter((setting) => setting.kind === of)}
            open={open}
            onPropose={setChanging}
          />
        </Panel>
      ))}
      <p className={styles.note}>{t('risk.settings.note')}</p>
      {changing === null ? null : <SettingDialog setting={changing} onClose={() => setChanging(null)} />}
    </>
  )
}

interface SettingTableProps {
  readonly label: string
  readonly rows: readonly SettingView[]
  readonly open: SettingsProps['open']
  readonly onPropose: (setting: SettingView) => void
}

function SettingTable({ label, rows, open, onPropose }: SettingTableProps) {
  const mayPropose = useMay(operatorSettingProposals.propose.access) === true
  return (
    <DataTable
      label={label}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { key: 'name', title: t('risk.settings.name'), cell: ({ title }) => title },
        {
          key: 'now',
          title: t('risk.settings.now'),
          cell: ({ unit, value }) => valueLabel(unit, value),
          isNumber: true,
        },
        {
          key: 'proposed',
          title: t('risk.settings.proposed'),
          cell: ({ name, unit }) => {
            const proposal = open.get(name)
            return proposal === undefined ? '–' : <Tag>{valueLabel(unit, proposal.wanted)}</Tag>
          },
          isNumber: true,
        },
        {
          key: 'since',
          title: t('risk.settings.since'),
          cell: ({ sinceMs }) => (sinceMs === null ? t('risk.settings.began') : utcDateTime(sinceMs)),
          isOneLine: true,
        },
        {
          key: 'act',
          title: t('risk.terms.act'),
          isTitleHidden: true,
          cell: (setting) =>
            mayPropose ? (
              <Button tone="quiet" size="small" onClick={() => onPropose(setting)}>
                {t('risk.settings.propose')}
                <VisuallyHidden> {setting.title}</VisuallyHidden>
              </Button>
            ) : null,
        },
      ]}
    />
  )
}

/** Another value, proposed to a second person. */
function SettingDialog({ setting, onClose }: { readonly setting: SettingView; readonly onClose: () => void }) {
  const { name, title, unit, value, lowest, highest } = setting
  const text = t('risk.settings.propose.text', {
    now: valueLabel(unit, value),
    lowest: valueLabel(unit, lowest),
    highest: valueLabel(unit, highest),
  })
  const faultOf = (form: SettingForm) => {
    const fault = settingError(form, setting)
    return fault === 'bounds' ? text : faultLabel(fault)
  }
  return (
    <ProposalDialog
      title={title}
      text={text}
      initial={settingFormOf(setting)}
      faultOf={faultOf}
      send={(form, { note }) =>
        call(operatorSettingProposals.propose, { name, value: wantedValue(unit, form.value.trim()) ?? '', note })
      }
      changes={[operatorSettingProposals.list]}
      onClose={onClose}
      fields={(bind) => (
        <TextInput
          {...bind('value')}
          label={t(unit === 'ms' ? 'risk.settings.propose.minutes' : 'risk.settings.propose.value')}
          maxLength={19}
        />
      )}
    />
  )
}

/** What was decided of settings, newest first. */
function History() {
  const query = useQuery({ ...queryFor(operatorSettingProposals.list, { limit: 100 }), refetchInterval: 15_000 })
  return (
    <Panel title={t('risk.settings.history')}>
      <Loaded query={query}>
        {({ items }) => {
          const rows = items.filter(({ state }) => state !== 'proposed')
          if (rows.length === 0) return <p className={styles.quiet}>{t('risk.settings.history.none')}</p>
          return (
            <DataTable
              label={t('risk.settings.history')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  key: 'when',
                  title: t('risk.settings.history.when'),
                  cell: ({ decidedMs }) => (decidedMs === null ? '' : utcDateTime(decidedMs)),
                  isOneLine: true,
                },
                { key: 'what', title: t('risk.settings.history.what'), cell: changeLabel },
                {
                  key: 'outcome',
                  title: t('risk.settings.history.outcome'),
                  cell: ({ state }) => t(`risk.settings.state.${state}`),
                },
                {
                  key: 'who',
                  title: t('risk.settings.history.who'),
                  cell: ({ proposedBy, decidedBy }) =>
                    t('risk.settings.history.by', { proposer: authorName(proposedBy), decider: decidedBy?.name ?? '' }),
                },
                { key: 'why', title: t('risk.settings.history.why'), cell: ({ note }) => note },
              ]}
            />
          )
        }}
      </Loaded>
    </Panel>
  )
}
