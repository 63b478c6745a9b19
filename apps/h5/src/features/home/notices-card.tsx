import { useState } from 'react'
import type { ReactNode } from 'react'
import type { HomeNotice, InstrumentView } from '@candor/api'
import { RowList } from '@candor/ui'
import { MegaphoneSimpleIcon } from '@candor/ui/icons/account'
import { CaretRightIcon, FlaskIcon, WarningCircleIcon } from '@candor/ui/icons/shell'
import { MoonIcon } from '@candor/ui/icons/trade'
import { useTexts } from '../../shared/i18n/index.ts'
import { hrefOfAnnouncement } from '../../shared/page/announcement-link/index.ts'
import { hrefOf, lateLayer } from '../../shared/page/index.ts'
import { noticeText } from './notice-labels.ts'
import styles from './notices-card.module.css'

const SandboxDialog = lateLayer(async () => (await import('../../shared/money/sandbox-dialog.tsx')).SandboxDialog)

/** More would push the market off the screen; the most urgent come first. */
const noticesShown = 4

export interface NoticesCardProps {
  readonly notices: readonly HomeNotice[]
  readonly instruments: readonly InstrumentView[]
}

/** The announcements. Empty without any. */
export function NoticesCard({ notices, instruments }: NoticesCardProps) {
  const texts = useTexts()
  const [isExplaining, setExplaining] = useState(false)
  if (notices.length === 0) return null
  return (
    <section className={styles.card} aria-label={texts.t('home.notices')}>
      <RowList hasIcons>
        {notices.slice(0, noticesShown).map((notice) => (
          <NoticeRow
            key={noticeText(texts, notice, instruments)}
            notice={notice}
            text={noticeText(texts, notice, instruments)}
            onExplain={() => setExplaining(true)}
          />
        ))}
      </RowList>
      {isExplaining ? <SandboxDialog onClose={() => setExplaining(false)} /> : null}
    </section>
  )
}

interface NoticeRowProps {
  readonly notice: HomeNotice
  readonly text: string
  readonly onExplain: () => void
}

function NoticeRow({ notice, text, onExplain }: NoticeRowProps) {
  const target = targetOf(notice)
  const face = (
    <>
      <span className={styles.icon} data-urgent={isUrgent(notice)}>
        {signOf(notice)}
      </span>
      <span className={styles.text}>
        {notice.kind === 'announcement' && notice.title !== null ? (
          <b className={styles.title}>{notice.title}</b>
        ) : null}
        {text}
      </span>
      {target === null ? null : (
        <span className={styles.caret}>
          <CaretRightIcon size={16} />
        </span>
      )}
    </>
  )
  if (target === null) return <p className={styles.row}>{face}</p>
  return target === 'explanation' ? (
    <button type="button" className={styles.row} aria-haspopup="dialog" onClick={onExplain}>
      {face}
    </button>
  ) : (
    <a className={styles.row} href={target}>
      {face}
    </a>
  )
}

/** Where a notice leads: to the one instrument that it is about, to the market, to an explanation, to what it says. */
function targetOf(notice: HomeNotice): string | null {
  switch (notice.kind) {
    case 'sandbox':
      return 'explanation'
    case 'closed': {
      const [first] = notice.categories
      return first === undefined ? null : hrefOf('market', { list: first.category })
    }
    case 'halted':
    case 'roll':
    case 'session-ends': {
      const [symbol, ...others] = notice.symbols
      return symbol !== undefined && others.length === 0 ? hrefOf('contract', { symbol }) : hrefOf('market')
    }
    case 'trading-paused':
    case 'prices-stopped':
    case 'sources-down':
      return null
    case 'announcement':
      return hrefOfAnnouncement(notice.link)
  }
}

function signOf({ kind }: HomeNotice): ReactNode {
  if (kind === 'sandbox') return <FlaskIcon size={20} />
  if (kind === 'closed') return <MoonIcon size={20} />
  return kind === 'session-ends' || kind === 'roll' || kind === 'announcement' ? (
    <MegaphoneSimpleIcon size={20} />
  ) : (
    <WarningCircleIcon size={20} />
  )
}

function isUrgent({ kind }: HomeNotice): boolean {
  return kind === 'trading-paused' || kind === 'prices-stopped' || kind === 'sources-down' || kind === 'halted'
}
