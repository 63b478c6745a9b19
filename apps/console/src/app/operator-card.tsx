import { useEffect, useRef, useState } from 'react'
import { operatorLogout } from '@candor/api/operator'
import type { OperatorRole } from '@candor/api/operator'
import { theme, themes } from '@candor/client'
import { useTheme } from '@candor/client/react'
import { Button, Segmented, VisuallyHidden } from '@candor/ui'
import { CaretUpDownIcon } from '@candor/ui/icons/trade'
import { PasskeysDialog } from '../features/passkeys/index.ts'
import { call, forgetAll } from '../shared/api/index.ts'
import { initials } from '../shared/case/index.ts'
import { t } from '../shared/i18n/index.ts'
import { roleName, useOperator } from '../shared/operator/index.ts'
import { session } from '../shared/device/index.ts'
import styles from './sidebar.module.css'

/** The signed-in operator with their roles; opens the theme and signing out. */
export function OperatorCard() {
  const operator = useOperator()
  const [isOpen, setOpen] = useState(false)
  const [hasPasskeys, setPasskeys] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !card.current?.contains(event.target)) setOpen(false)
    }
    addEventListener('pointerdown', closeOutside)
    addEventListener('focusin', closeOutside)
    return () => {
      removeEventListener('pointerdown', closeOutside)
      removeEventListener('focusin', closeOutside)
    }
  }, [isOpen])
  if (operator === undefined) return <div className={styles.operator} />
  return (
    <div
      ref={card}
      className={styles.operator}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false)
      }}
    >
      {isOpen ? (
        <OperatorMenu
          roles={operator.roles}
          onPasskeys={() => {
            setOpen(false)
            setPasskeys(true)
          }}
        />
      ) : null}
      {hasPasskeys ? <PasskeysDialog onClose={() => setPasskeys(false)} /> : null}
      <button type="button" className={styles.card} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className={styles.initials} aria-hidden="true">
          {initials(operator.name)}
        </span>
        <span className={styles.who}>
          <b>{operator.name}</b>
          <span>{rolesLabel(operator.roles)}</span>
        </span>
        <VisuallyHidden>{t('app.operator.menu')}</VisuallyHidden>
        <CaretUpDownIcon size={16} />
      </button>
    </div>
  )
}

const rolesInCard = 2

/** The roles in two lines at most; the menu lists all of them. */
function rolesLabel(roles: readonly OperatorRole[]): string {
  const shown = roles.slice(0, rolesInCard).map(roleName).join(', ')
  const count = roles.length - rolesInCard
  return count > 0 ? t('app.operator.rolesMore', { roles: shown, count }) : shown
}

interface OperatorMenuProps {
  readonly roles: readonly OperatorRole[]
  readonly onPasskeys: () => void
}

function OperatorMenu({ roles, onPasskeys }: OperatorMenuProps) {
  const shown = useTheme()
  const signOut = async () => {
    await call(operatorLogout, {})
    session.signOut('left')
    forgetAll()
  }
  return (
    <div className={styles.menu}>
      <p>{t('app.operator.roles')}</p>
      <dl className={styles.roles}>
        {roles.map((role) => (
          <div key={role}>
            <dt>{roleName(role)}</dt>
            <dd>{t(`shared.role.may.${role}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('app.operator.theme')}</p>
      <Segmented
        label={t('app.operator.theme')}
        options={themes.map((value) => ({ value, label: t(`app.operator.theme.${value}`) }))}
        value={shown}
        onValue={theme.set}
      />
      <Button tone="quiet" size="medium" onClick={onPasskeys}>
        {t('app.operator.passkeys')}
      </Button>
      <Button tone="quiet" size="medium" onClick={() => void signOut()}>
        {t('app.operator.signOut')}
      </Button>
    </div>
  )
}
