import { useCallback, useSyncExternalStore } from 'react'

/** A tablet or a desktop has room for the rail; a phone turned on its side is too low. */
export const wide = matchMedia('(min-width: 720px) and (min-height: 501px)')

/** A second column beside a screen; on a phone turned on its side there is no room for one. */
export const panes = matchMedia('(min-width: 1024px) and (min-height: 501px)')

/** Whether a media query matches, now and after each change. */
export function useMedia(media: MediaQueryList): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [media],
  )
  return useSyncExternalStore(subscribe, () => media.matches)
}
