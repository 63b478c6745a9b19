import { lazy, Suspense, useEffect } from 'react'
import type { ComponentType } from 'react'
import { showToast } from '@candor/ui'
import { currentTexts } from '../i18n/index.ts'
import { Boundary } from './boundary.tsx'
import { reloadIfDue } from './missing-files.ts'

type Load<Props> = () => Promise<ComponentType<Props>>

/** A part that loads when it is first drawn. Without its files the screen goes on without it. */
export function latePart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return lateOr(load, () => null)
}

/** The same for a sheet or dialog that a tap opens: without its files a toast says so, and it counts as closed. */
export function lateLayer<Props extends { readonly onClose: () => void }>(load: Load<Props>): ComponentType<Props> {
  return lateOr(load, MissingLayer)
}

/** Says that what a tap asked for is missing, unless loading the page again brings it. */
export function layerIsMissing(): void {
  if (!reloadIfDue()) showToast('refused', currentTexts().t('shared.failure.network'))
}

function lateOr<Props extends object>(load: Load<Props>, Missing: ComponentType<Props>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }))
  return (props: Props) => (
    <Boundary fallback={<Missing {...props} />}>
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    </Boundary>
  )
}

function MissingLayer({ onClose }: { readonly onClose: () => void }) {
  useEffect(() => {
    layerIsMissing()
    onClose()
  }, [onClose])
  return null
}
