import { useEffect, useRef, useState } from 'react'
import { behindLayers, classNames, Toaster } from '@candor/ui'
import { FlaskIcon } from '@candor/ui/icons/shell'
import { SignInPage } from '../features/sign-in/index.ts'
import { t } from '../shared/i18n/index.ts'
import { usePlace } from '../shared/navigation/index.ts'
import { useSession } from '../shared/device/index.ts'
import { useMode } from '../shared/api/index.ts'
import styles from './app.module.css'
import { KeysDialog } from './keys-dialog.tsx'
import { pages } from './pages.ts'
import { Palette } from './palette/palette.tsx'
import { Sidebar } from './sidebar.tsx'
import { useGlobalKeys } from './use-global-keys.ts'
import { useShownScreen } from './use-screens.ts'

/** The frame of the console: sandbox bar, and below it the sign-in or the screens. */
export function App() {
  const { isSignedIn } = useSession()
  const mode = useMode()
  useEffect(() => {
    const { style } = document.documentElement
    // Dialogs begin below the bar, with the view's corners.
    style.setProperty('--banner-space', mode === 'sandbox' ? 'var(--sandbox-h)' : '0px')
    style.setProperty('--view-radius', mode === 'sandbox' ? '16px' : '0px')
  }, [mode])
  return (
    <div className={classNames(styles.frame, mode === 'live' && styles.live)}>
      {mode === 'sandbox' ? <SandboxBar /> : null}
      <div className={styles.view} {...behindLayers}>
        {isSignedIn ? <SignedIn /> : <SignInPage />}
      </div>
      <Toaster />
    </div>
  )
}

function SandboxBar() {
  return (
    <header className={styles.sandbox}>
      <FlaskIcon size={16} />
      <span role="note">
        <b>{t('app.sandbox.name')}</b> · {t('app.sandbox.text')}
      </span>
    </header>
  )
}

/** The navigation and the current screen. Opening another one moves the focus to its title. */
function SignedIn() {
  const screen = useShownScreen(usePlace().screen)
  const main = useRef<HTMLElement>(null)
  const Screen = pages[screen].component
  const shown = useRef(screen)
  const [layer, setLayer] = useState<'palette' | 'keys' | null>(null)
  const close = () => setLayer(null)
  useGlobalKeys({ onPalette: () => setLayer('palette'), onKeys: () => setLayer('keys') })
  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    main.current?.querySelector('h1')?.focus()
  }, [screen])
  return (
    <div className={styles.signedIn}>
      <Sidebar current={screen} onSearch={() => setLayer('palette')} />
      <main ref={main} className={styles.main}>
        <Screen />
      </main>
      {layer === 'palette' ? <Palette onClose={close} /> : null}
      {layer === 'keys' ? <KeysDialog onClose={close} /> : null}
    </div>
  )
}
