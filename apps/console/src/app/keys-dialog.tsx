import { Button, Dialog } from '@candor/ui'
import { t } from '../shared/i18n/index.ts'
import type { MessageKey } from '../shared/i18n/index.ts'
import { KeyHint, recordKey } from '../shared/navigation/index.ts'
import { goKeys } from './go-keys.ts'
import styles from './keys-dialog.module.css'
import { pages } from './pages.ts'
import { useScreens } from './use-screens.ts'

const anywhere: readonly (readonly [MessageKey, ...string[]])[] = [
  ['app.keys.jump', 'Ctrl', 'K'],
  ['app.keys.next', 'J'],
  ['app.keys.search', '/'],
  ['app.keys.list', '?'],
  ['app.keys.close', 'Esc'],
]
const inCase: readonly (readonly [MessageKey, ...string[]])[] = [
  ['app.keys.take', 'C'],
  ['app.keys.approve', 'A'],
  ['app.keys.reject', 'R'],
  ['app.keys.photo', 'P'],
  ['app.keys.paid', 'S'],
  ['app.keys.failed', 'F'],
  ['app.keys.record', ...recordKey.split(' ')],
]

const inChat: readonly (readonly [MessageKey, ...string[]])[] = [
  ['app.keys.reply', 'R'],
  ['app.keys.send', '↵'],
  ['app.keys.duty', 'D'],
  ['app.keys.mute', 'M'],
]

/** All keys of the console. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title={t('app.keys.title')}
      isWide
      onClose={onClose}
      actions={
        <Button tone="quiet" size="medium" onClick={onClose}>
          {t('shared.action.close')}
        </Button>
      }
    >
      <div className={styles.columns}>
        <Keys title={t('app.keys.anywhere')} rows={anywhere.map(([key, ...names]) => ({ label: t(key), names }))} />
        <Keys
          title={t('app.palette.screens')}
          rows={useScreens().map((screen) => ({
            label: t(pages[screen].label),
            names: ['G', goKeys[screen].toUpperCase()],
          }))}
        />
        <div>
          <Keys title={t('app.keys.case')} rows={inCase.map(([key, ...names]) => ({ label: t(key), names }))} />
          <Keys title={t('app.keys.chat')} rows={inChat.map(([key, ...names]) => ({ label: t(key), names }))} />
        </div>
      </div>
      <p>{t('app.keys.note')}</p>
    </Dialog>
  )
}

interface KeysProps {
  readonly title: string
  readonly rows: readonly { readonly label: string; readonly names: readonly string[] }[]
}

function Keys({ title, rows }: KeysProps) {
  return (
    <section className={styles.keys}>
      <h3>{title}</h3>
      <dl>
        {rows.map(({ label, names }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {names.map((name) => (
                <KeyHint key={name} name={name} isSpoken />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
