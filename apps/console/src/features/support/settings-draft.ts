import { useSyncExternalStore } from 'react'
import { session } from '../../shared/device/index.ts'
import type { SettingsForm } from './settings-model.ts'

/** Unsaved settings. */
interface SettingsDraft {
  readonly form: SettingsForm
  /** When the settings that they were made from had been changed; null where never. */
  readonly baseMs: number | null
}

const listeners = new Set<() => void>()
let draft: (SettingsDraft & { readonly token: string | null }) | null = null

/** The operator's unsaved settings: kept across screens, and private to the operator. Closing the tab asks first. */
export function useSettingsDraft(): SettingsDraft | null {
  const kept = useSyncExternalStore(subscribe, () => draft)
  return kept !== null && kept.token === session.token() ? kept : null
}

/** Keeps typed settings until they are saved or discarded (null). */
export function setSettingsDraft(next: SettingsDraft | null): void {
  draft = next === null ? null : { ...next, token: session.token() }
  if (draft === null) removeEventListener('beforeunload', askFirst)
  else addEventListener('beforeunload', askFirst)
  for (const listener of listeners) listener()
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
