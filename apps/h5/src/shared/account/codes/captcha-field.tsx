import { useEffect, useId, useRef, useState } from 'react'
import { captchaCreate } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { Button, CodeField, IconButton, Note, Skeleton } from '@candor/ui'
import { ArrowClockwiseIcon } from '@candor/ui/icons/account'
import { CheckCircleFillIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/index.ts'
import { useTexts } from '../../i18n/index.ts'
import { noCaptcha } from '../../forms/index.ts'
import type { CaptchaSolution } from '../../forms/index.ts'
import styles from './captcha-field.module.css'
import { solveInWorker } from './solve-in-worker.ts'

type Drawn = OutputOf<typeof captchaCreate>

export interface CaptchaFieldProps {
  readonly answer: CaptchaSolution
  readonly onAnswer: (answer: CaptchaSolution) => void
  readonly onLeft: () => void
  readonly error: string | null
  /** A new number draws a new picture: each one counts once. */
  readonly round: number
}

/** The graphic code, and its equivalent for people who cannot see it: a proof of work computed by the phone. */
export function CaptchaField({ answer, onAnswer, onLeft, error, round }: CaptchaFieldProps) {
  const { t } = useTexts()
  const captcha = useCaptcha(round)
  if (answer.altcha !== null) {
    return (
      <Note role="status" icon={<CheckCircleFillIcon size={18} />}>
        {t('codes.captcha.proven')}
      </Note>
    )
  }
  return (
    <div className={styles.captcha}>
      <div className={styles.picture}>
        <Picture drawn={captcha.drawn} hasFailed={captcha.hasFailed} />
        <IconButton
          label={t('codes.captcha.again')}
          onClick={() => {
            onAnswer(noCaptcha)
            captcha.redraw()
          }}
        >
          <ArrowClockwiseIcon size={20} />
        </IconButton>
      </div>
      <CodeField
        label={t('codes.captcha.label')}
        kind="characters"
        value={answer.text}
        onValue={(text) =>
          onAnswer({ captchaId: captcha.drawn?.captchaId ?? '', text: text.toUpperCase(), altcha: null })
        }
        onBlur={onLeft}
        error={error}
        progress={t('codes.progress', { filled: answer.text.length, length: 6 })}
      />
      <Solver drawn={captcha.drawn} onAnswer={onAnswer} />
    </div>
  )
}

function Picture({ drawn, hasFailed }: { readonly drawn: Drawn | null; readonly hasFailed: boolean }) {
  const { t } = useTexts()
  if (hasFailed) return <span className={styles.failed}>{t('codes.captcha.failed')}</span>
  if (drawn === null) return <Skeleton width={180} height={60} radius={10} />
  return <img className={styles.image} src={drawn.image} alt={t('codes.captcha.picture')} />
}

/**
 * Requests a captcha, and another with each round and each press. A picture stays until then, whatever else is
 * refetched.
 */
function useCaptcha(round: number) {
  const id = useId()
  const [redraws, setRedraws] = useState(0)
  const { data, isError } = useQuery({
    ...queryFor(captchaCreate, {}),
    queryKey: [captchaCreate.path, id, round, redraws],
    staleTime: 'static',
    gcTime: 0,
  })
  return { drawn: data ?? null, hasFailed: isError, redraw: () => setRedraws(redraws + 1) }
}

function Solver({
  drawn,
  onAnswer,
}: {
  readonly drawn: Drawn | null
  readonly onAnswer: (answer: CaptchaSolution) => void
}) {
  const { t } = useTexts()
  const [state, setState] = useState<'idle' | 'solving' | 'failed'>('idle')
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const solve = async () => {
    if (drawn === null) return
    abort.current = new AbortController()
    const { signal } = abort.current
    setState('solving')
    const altcha = await solveInWorker(drawn.challenge, signal)
    if (signal.aborted) return
    setState(altcha === null ? 'failed' : 'idle')
    if (altcha !== null) onAnswer({ captchaId: drawn.captchaId, text: '', altcha })
  }
  const label =
    state === 'solving'
      ? t('codes.captcha.solving')
      : state === 'failed'
        ? t('codes.captcha.solveFailed')
        : t('codes.captcha.solve')
  return (
    <Button tone="quiet" size="medium" isBusy={state === 'solving'} onClick={() => void solve()}>
      {label}
    </Button>
  )
}
