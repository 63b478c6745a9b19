import { useState } from 'react'
import type { AuditView } from '@candor/api/operator'
import { classNames, VisuallyHidden } from '@candor/ui'
import { CaretDownIcon, CaretUpIcon } from '@candor/ui/icons/trade'
import { TerminalWindowIcon } from '@candor/ui/icons/proof'
import { LockKeyIcon } from '@candor/ui/icons/console'
import { Facts, initials } from '../../shared/case/index.ts'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import { TableFrame } from '../../shared/page/index.ts'
import { actOf } from './audit-acts.ts'
import { detailFacts, shortHash, subjectOf } from './audit-model.ts'
import styles from './audit.module.css'

/** The columns, of which the last opens a row. */
const columnNames = ['seq', 'time', 'who', 'what', 'about', 'reason', 'open'] as const

/** What operators did, a sentence a row: the actor, the act, what it is about, and the reason. Each opens. */
export function AuditTable({ rows }: { readonly rows: readonly AuditView[] }) {
  const [openSeq, setOpenSeq] = useState<string | null>(null)
  const columns = columnNames.map((key) => ({ key, title: t(`audit.col.${key}`), isTitleHidden: key === 'open' }))
  return (
    <TableFrame label={t('audit.table')} columns={columns}>
      {rows.map((row) => (
        <Row
          key={row.seq}
          row={row}
          isOpen={row.seq === openSeq}
          onToggle={() => setOpenSeq(row.seq === openSeq ? null : row.seq)}
        />
      ))}
    </TableFrame>
  )
}

interface RowProps {
  readonly row: AuditView
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Row({ row, isOpen, onToggle }: RowProps) {
  const { seq, atMs, subject, reason } = row
  const Caret = isOpen ? CaretUpIcon : CaretDownIcon
  return (
    <>
      <tr className={classNames(styles.row, isOpen && styles.open)}>
        <td className={styles.quiet}>{seq}</td>
        <td className={styles.oneLine}>{utcDateTime(atMs, { hasSeconds: true })}</td>
        <td className={styles.oneLine}>
          <Actor row={row} />
        </td>
        <td>{actText(row)}</td>
        <td className={styles.oneLine}>
          <Subject subject={subject} />
        </td>
        <td className={styles.reason}>{reason}</td>
        <td>
          <button type="button" className={styles.caret} aria-expanded={isOpen} onClick={onToggle}>
            <VisuallyHidden>{t('audit.open', { seq })}</VisuallyHidden>
            <Caret size={16} />
          </button>
        </td>
      </tr>
      {isOpen ? (
        <tr className={classNames(styles.row, styles.open)}>
          <td colSpan={columnNames.length}>
            <Details row={row} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

/** The act in words; its code where this console has none. */
export function actText({ action }: Pick<AuditView, 'action'>): string {
  const act = actOf(action)
  return act === null ? action : t(`audit.act.${act}`)
}

/**
 * A person in a round mark, a lock where the name is hidden until a second person decides; the owner at the command
 * line, the platform or nobody in a square one.
 */
function Actor({ row: { actor, operatorId } }: { readonly row: AuditView }) {
  return (
    <span className={styles.actor}>
      {actor === null ? (
        <span className={styles.round} aria-hidden="true">
          <LockKeyIcon size={16} />
        </span>
      ) : operatorId === null ? (
        <span className={styles.square} aria-hidden="true">
          <TerminalWindowIcon size={16} />
        </span>
      ) : (
        <span className={styles.round} aria-hidden="true">
          {initials(actor)}
        </span>
      )}
      {operatorId === null ? <span className={styles.quiet}>{actor ?? t('audit.sealed')}</span> : <b>{actor}</b>}
    </span>
  )
}

function Subject({ subject }: { readonly subject: string }) {
  const about = subjectOf(subject)
  if (about === null) return subject
  const { kind, number, screen, id } = about
  return (
    <a className={styles.link} href={hrefOf(screen, id)}>
      {t(`audit.kind.${kind}`)} {number}
    </a>
  )
}

function Details({ row: { action, details, source, prevHash, hash } }: { readonly row: AuditView }) {
  const facts = detailFacts(details)
  return (
    <div className={styles.cards}>
      <Facts
        facts={[
          { name: t('audit.detail.action'), value: <code>{action}</code> },
          { name: t('audit.detail.source'), value: t(`audit.by.${source}`) },
        ]}
      />
      {facts.length === 0 ? null : <Facts facts={facts} />}
      <Facts
        facts={[
          { name: t('audit.detail.before'), value: <Hash hash={prevHash} /> },
          { name: t('audit.detail.this'), value: <Hash hash={hash} /> },
        ]}
      />
    </div>
  )
}

function Hash({ hash }: { readonly hash: string }) {
  return (
    <code className={styles.hash} title={hash}>
      {shortHash(hash)}
    </code>
  )
}
