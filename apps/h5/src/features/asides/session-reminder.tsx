import { useEffect, useState } from 'react'
import { securityLimits } from '@candor/api'
import { storedValue } from '@candor/client'
import { Button, Dialog } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/page/index.ts'
import { parseSpentTime, remindersDue, spentTimeText } from './session-reminder-model.ts'

const checkEveryMs = 15_000
const rereadAfterMs = 5 * 60_000

/** Stored per tab across reloads, and deleted at sign-out. */
const spent = storedValue<string>({
  key: 'candor.own.spent',
  parse: (text) => (parseSpentTime(text) === null ? null : text),
  fallback: '',
  storage: 'tab',
})

/** Reminds customers with a self-set session limit each time it has passed. */
export function SessionReminder() {
  const { t } = useTexts()
  const { data } = useQuery({ ...queryFor(securityLimits, {}), staleTime: rereadAfterMs })
  const value = data?.items.find(({ kind }) => kind === 'session')?.value ?? null
  const limitMinutes = value === null ? null : Number(value)
  const [before] = useState(() => ({
    ...(parseSpentTime(spent.get()) ?? { elapsedMs: 0, answered: 0 }),
    sinceMs: performance.now(),
  }))
  const [due, setDue] = useState(0)
  const [answered, setAnswered] = useState(before.answered)
  useEffect(() => {
    const look = () => {
      // The page's own clock: one that is set does not end the session.
      const elapsedMs = before.elapsedMs + performance.now() - before.sinceMs
      spent.set(spentTimeText({ elapsedMs, answered }))
      setDue(remindersDue(elapsedMs, limitMinutes))
    }
    const timer = setInterval(look, checkEveryMs)
    return () => clearInterval(timer)
  }, [before, answered, limitMinutes])
  if (due <= answered || limitMinutes === null) return null
  const close = () => setAnswered(due)
  return (
    <Dialog
      title={t('asides.time.title', { minutes: due * limitMinutes })}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('asides.time.stay')}</Button>
          <Button
            tone="bare"
            onClick={() => {
              close()
              navigation.navigate('limits')
            }}
          >
            {t('asides.time.limits')}
          </Button>
        </>
      }
    >
      <p>{t('asides.time.text')}</p>
    </Dialog>
  )
}
