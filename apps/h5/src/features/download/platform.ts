export const platforms = ['ios', 'android', 'desktop'] as const
export type Platform = (typeof platforms)[number]

/** The platform that a browser says it runs on. Newer iPads say that they are Macs, which have no touch screen. */
export function platformOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Platform {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Android/.test(userAgent)) return 'android'
  return /Macintosh/.test(userAgent) && maxTouchPoints > 1 ? 'ios' : 'desktop'
}
