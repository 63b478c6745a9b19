import { useEffect, useState } from 'react'
import { securityLimits } from '@candor/contract'
import { Button, Dialog } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../shared/api/index.ts'
import { useTexts } from '../shared/i18n/index.ts'
import { navigation } from '../shared/navigation/index.ts'
import { remindersDue } from './session-reminder-model.ts'

const checkEveryMs = 15_000
const rereadAfterMs = 5 * 60_000

/** Reminds customers who have set themselves a limit of time in the app, each time that it has passed. */
export function SessionReminder() {
  const { t } = useTexts()
  const { data } = useQuery({ ...queryFor(securityLimits, {}), staleTime: rereadAfterMs })
  const value = data?.items.find(({ kind }) => kind === 'session')?.value ?? null
  const limitMinutes = value === null ? null : Number(value)
  const [due, setDue] = useState(0)
  const [seen, setSeen] = useState(0)
  useEffect(() => {
    // The page's own clock: the session begins with the page, and a clock that is set does not end it.
    const timer = setInterval(() => setDue(remindersDue(performance.now(), limitMinutes)), checkEveryMs)
    return () => clearInterval(timer)
  }, [limitMinutes])
  if (due <= seen || limitMinutes === null) return null
  const close = () => setSeen(due)
  return (
    <Dialog
      title={t('app.time.title', { minutes: due * limitMinutes })}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('app.time.stay')}</Button>
          <Button
            tone="bare"
            onClick={() => {
              close()
              navigation.navigate('limits')
            }}
          >
            {t('app.time.limits')}
          </Button>
        </>
      }
    >
      <p>{t('app.time.text')}</p>
    </Dialog>
  )
}
