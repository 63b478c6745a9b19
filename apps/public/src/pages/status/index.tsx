import {
  systemPlanned,
  systemStatus,
  transparencyCheckpoints,
  transparencyIncidents,
  transparencyServiceDays,
} from '@candor/api'
import type { OutputOf } from '@candor/api'
import { classNames, VisuallyHidden } from '@candor/ui'
import { formatPercent, formatSpan, formatUtcDate, formatUtcTime } from '@candor/ui/format'
import { PulseIcon } from '@candor/ui/icons/proof'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { secondsText } from '../../shared/age/index.ts'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, Columns, Loaded, PageTitle, Stack, Stale } from '../../shared/parts/index.ts'
import { checkpointAgeMs, daysOf, newestFrameAgeMs, serviceDaysOf, troublesOf } from './status-model.ts'
import type { Checkpoints, Days, IncidentKind, Incidents, Service, Status } from './status-model.ts'
import styles from './status.module.css'

type Planned = OutputOf<typeof systemPlanned>

const refetchInterval = 10_000

interface Read {
  readonly status: Status
  readonly checkpoints: Checkpoints
  readonly incidents: Incidents
  readonly services: readonly Service[]
  readonly planned: Planned
}

/** How Candor runs now, and by the day what went wrong. */
export function Page() {
  const { t, locale } = useTexts()
  const status = useQuery({ ...queryFor(systemStatus, {}), refetchInterval })
  const checkpoints = useQuery({ ...queryFor(transparencyCheckpoints, {}), refetchInterval })
  const incidents = useQuery({ ...queryFor(transparencyIncidents, {}), refetchInterval })
  const days = useQuery({ ...queryFor(transparencyServiceDays, {}), refetchInterval })
  const planned = useQuery({ ...queryFor(systemPlanned, {}), refetchInterval })
  return (
    <>
      <PageTitle
        title={t('status.title')}
        text={
          status.data === undefined
            ? t('status.text')
            : t('status.text.at', { time: formatUtcTime(locale, status.data.nowMs, { hasSeconds: true }) })
        }
      />
      <Stale queries={[status, checkpoints, incidents, days, planned]} />
      <Loaded query={status}>
        {(now) => (
          <Loaded query={checkpoints}>
            {(signed) => (
              <Loaded query={incidents}>
                {(happened) => (
                  <Loaded query={days}>
                    {({ items: services }) => (
                      <Loaded query={planned}>
                        {(ahead) => (
                          <Shown
                            read={{ status: now, checkpoints: signed, incidents: happened, services, planned: ahead }}
                          />
                        )}
                      </Loaded>
                    )}
                  </Loaded>
                )}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

function Shown({ read }: { readonly read: Read }) {
  return (
    <Stack>
      <Headline read={read} />
      <Columns
        main={<Platform read={read} />}
        side={
          <>
            <Sources status={read.status} />
            <PlannedWork planned={read.planned} />
          </>
        }
      />
    </Stack>
  )
}

/** One sentence: everything works, or what does not. */
function Headline({ read: { status, checkpoints, incidents } }: { readonly read: Read }) {
  const { t } = useTexts()
  const troubles = troublesOf(status, checkpoints, incidents)
  return (
    <Card>
      <div role="status" className={classNames(styles.headline, troubles.length > 0 && styles.attention)}>
        <span className={styles.sign}>
          {troubles.length === 0 ? <PulseIcon size={24} /> : <WarningCircleIcon size={24} />}
        </span>
        <div>
          <h2>{t(troubles.length === 0 ? 'status.works' : 'status.fails')}</h2>
          {troubles.map(({ kind, subjects }) => (
            <p key={kind}>
              {t(`status.trouble.${kind}`)} {subjects.join(', ')}
            </p>
          ))}
          {troubles.length === 0 ? <p>{t('status.works.text')}</p> : null}
        </div>
      </div>
    </Card>
  )
}

function Platform({ read }: { readonly read: Read }) {
  const { t, locale } = useTexts()
  const { status, checkpoints, incidents, services } = read
  const { nowMs, genesisMs } = status
  const byIncidents = (...kinds: IncidentKind[]) =>
    daysOf(incidents, kinds, { nowMs, sinceMs: genesisMs, count: shownDays })
  const ago = (ms: number | null) =>
    ms === null ? t('status.never') : t('status.ago', { time: secondsText(locale, ms) })
  return (
    <Card title={t('status.platform')} aside={t('status.platform.days')}>
      <Strip name={t('status.row.frames')} days={byIncidents('no-prices')} now={ago(newestFrameAgeMs(status))} />
      <Strip name={t('status.row.markets')} days={byIncidents('stale', 'halt')} now="" />
      {services.map((service) => (
        <Strip
          key={service.name}
          name={t(`status.row.${service.name}`)}
          days={serviceDaysOf(service, { nowMs: status.nowMs, count: shownDays })}
          now={t('status.within', { time: formatSpan(locale, service.withinMs) })}
        />
      ))}
      <Strip
        name={t('status.row.log')}
        days={byIncidents('log-late')}
        now={ago(checkpointAgeMs(status, checkpoints))}
      />
      <Strip name={t('status.row.withdrawals')} days={byIncidents('late-withdrawals')} now="" />
      <div className={styles.row}>
        <span>{t('status.row.ledger')}</span>
        <span className={classNames(styles.now, status.ledger === 'halted' && styles.attention)}>
          {t(`status.ledger.${status.ledger}`)}
        </span>
      </div>
      <p className={styles.sub}>{t('status.legend')}</p>
      <p className={styles.sub}>{t('status.legend.services')}</p>
    </Card>
  )
}

const shownDays = 90

interface StripProps {
  readonly name: string
  readonly days: Days
  readonly now: string
}

/** 90 days on a wide page, the newest 45 on a phone. */
function Strip({ name, days: { days, goodShare }, now }: StripProps) {
  const { t, locale } = useTexts()
  const troubled = days.filter(({ state }) => state === 'some' || state === 'full')
  const percent = goodShare === null ? '–' : formatPercent(locale, cut(goodShare * 100), { decimals: 2 })
  return (
    <section aria-label={name}>
      <div className={styles.row}>
        <span>{name}</span>
        <span className={styles.now}>{now}</span>
      </div>
      <div className={styles.days} aria-hidden="true">
        {days.map((day) => (
          <i key={day.startMs} className={styles[day.state]} title={formatUtcDate(locale, day.startMs)} />
        ))}
      </div>
      <div className={styles.foot}>
        <span>
          {goodShare === null ? t('status.unknown') : t('status.troubled', { count: troubled.length })}
          <VisuallyHidden>{troubled.map(({ startMs }) => formatUtcDate(locale, startMs)).join(', ')}</VisuallyHidden>
        </span>
        <span>{percent}</span>
      </div>
    </section>
  )
}

/** Two decimals, never rounded up to a whole that it is not. */
function cut(percent: number): string {
  return (Math.floor(percent * 100) / 100).toFixed(2)
}

/** The live sources with the age of their newest tick; simulated prices have none. */
function Sources({ status: { feed } }: { readonly status: Status }) {
  const { t, locale } = useTexts()
  return (
    <Card title={t('status.sources')}>
      {feed.sources.length === 0 ? <p className={styles.sub}>{t('status.sources.none')}</p> : null}
      <ul className={styles.list}>
        {feed.sources.map(({ name, state, lastTickAgeMs }) => (
          <li key={name} className={styles.row}>
            <span>{name}</span>
            <span className={classNames(styles.now, state === 'down' && styles.attention)}>
              {t(`status.source.${state}`)}
              {lastTickAgeMs === null ? '' : ` · ${secondsText(locale, lastTickAgeMs)}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Work that operators announced: when, and what it means. */
export function PlannedWork({ planned: { items } }: { readonly planned: Planned }) {
  const { t, locale } = useTexts()
  const times = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Card title={t('status.planned')}>
      {items.length === 0 ? <p className={styles.sub}>{t('status.planned.none')}</p> : null}
      <ul className={styles.list}>
        {items.map(({ id, fromMs, untilMs, text }) => (
          <li key={id} className={styles.planned}>
            <b>{`${times.formatRange(fromMs, untilMs)} UTC`}</b>
            <p className={styles.sub}>{text}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
