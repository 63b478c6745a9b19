import type { ReactNode } from 'react'
import { LateSkeleton } from '@candor/ui'
import { CallFailed } from '../api/index.ts'
import { useTexts } from '../i18n/index.ts'
import { FailedState } from './failed-state.tsx'
import { PageState } from './page-frame.tsx'

/** The part of a query that decides what is drawn. What is made of several queries, and cannot fail, has data alone. */
export interface LoadedQuery {
  readonly data: unknown
  readonly isError?: boolean
  readonly error?: unknown
  readonly refetch?: () => unknown
}

type Queries = Readonly<Record<string, LoadedQuery>>
type ValuesOf<Read extends Queries> = { readonly [Name in keyof Read]: Exclude<Read[Name]['data'], undefined> }

export interface LoadedProps<Read extends Queries> {
  readonly queries: Read
  /** The title of the failed state: "We couldn’t load your swaps". */
  readonly failed?: string
  /** Drawn as a busy region once loading has taken 200 ms. */
  readonly skeleton?: ReactNode
  /** Instead of a skeleton: drawn at once, as it is. */
  readonly loading?: ReactNode
  /** Shown instead of the failed state where the server knows no such thing. */
  readonly missing?: ReactNode
  readonly children: (values: ValuesOf<Read>) => ReactNode
}

/** Draws what queries read, or the state in its place: failed or loading. */
export function Loaded<Read extends Queries>(props: LoadedProps<Read>) {
  const { queries, failed, skeleton, loading, missing, children } = props
  const { t } = useTexts()
  const broken = Object.values<LoadedQuery>(queries).find(({ isError, data }) => isError === true && data === undefined)
  if (broken !== undefined) {
    const { error, refetch } = broken
    const isMissing = error instanceof CallFailed && error.failure.error === 'not-found'
    return (
      <PageState>
        {isMissing && missing !== undefined ? (
          missing
        ) : (
          <FailedState error={error} title={failed} onRetry={() => void refetch?.()} />
        )}
      </PageState>
    )
  }
  const values = Object.fromEntries(Object.entries(queries).map(([name, { data }]) => [name, data]))
  if (isComplete<Read>(values)) return children(values)
  return (
    <PageState>
      {skeleton === undefined ? loading : <LateSkeleton label={t('shared.loading')}>{skeleton}</LateSkeleton>}
    </PageState>
  )
}

function isComplete<Read extends Queries>(values: Readonly<Record<string, unknown>>): values is ValuesOf<Read> {
  return Object.values(values).every((value) => value !== undefined)
}
