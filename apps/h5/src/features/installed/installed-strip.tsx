import { useEffect, useState } from 'react'
import { classNames, IconButton } from '@candor/ui'
import { WifiSlashIcon, XIcon } from '@candor/ui/icons/shell'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { routeOf, useLocation } from '../../shared/page/index.ts'
import type { RouteName } from '../../shared/page/index.ts'
import { useConnection } from '../../shared/api/realtime/index.ts'
import { startWorker } from './app-worker.ts'
import type { NewVersion } from './app-worker.ts'
import styles from './installed-strip.module.css'
import { startLastKnown } from './last-known.ts'
import { linkManifest } from './manifest-link.ts'

/** Screens that show the offline state themselves. */
const ownNotes: readonly RouteName[] = ['home', 'market', 'investInfo']
/** A short cut is not worth moving the screen for. */
const patienceMs = 3_000

/**
 * A strip over every screen: the missing network with the age of the data, or a newer version of the app. Also starts
 * the worker.
 */
export function InstalledStrip() {
  const { t, locale, language } = useTexts()
  const { phase, sinceMs } = useConnection()
  const [version, setVersion] = useState<NewVersion | null>(null)
  useEffect(() => start(setVersion), [])
  useEffect(() => linkManifest(language), [language])
  const route = routeOf(useLocation().pathname)
  const isOffline = useIsLong(phase === 'offline', sinceMs) && !ownNotes.includes(route)
  return (
    <div role="status">
      {isOffline ? (
        <p className={classNames(styles.strip, styles.offline)}>
          <WifiSlashIcon size={16} />
          {t('installed.offline', { time: formatDateTime(locale, sinceMs) })}
        </p>
      ) : null}
      {version === null ? null : (
        <p className={styles.strip}>
          {t('installed.update')}
          <button type="button" className={styles.take} onClick={version.take}>
            {t('installed.update.take')}
          </button>
          <IconButton label={t('installed.update.later')} onClick={() => setVersion(null)}>
            <XIcon size={16} />
          </IconButton>
        </p>
      )}
    </div>
  )
}

let isStarted = false

/** Once per page, however often the strip is redrawn. If the browser denies any of it, the app works without. */
function start(onNewVersion: (version: NewVersion) => void): void {
  if (isStarted) return
  isStarted = true
  if (!window.isSecureContext) return
  startWorker(onNewVersion).catch(() => undefined)
  startLastKnown().catch(() => undefined)
}

/** Whether a condition has held for a while. */
function useIsLong(holds: boolean, sinceMs: number): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(holds), holds ? Math.max(0, sinceMs + patienceMs - Date.now()) : 0)
    return () => clearTimeout(timer)
  }, [holds, sinceMs])
  return holds && isLong
}
