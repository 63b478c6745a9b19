import type { DeviceView } from '@candor/api'

type Named = readonly (readonly [RegExp, string])[]

/** Order matters: most browsers also claim to be their predecessors. */
const systems: Named = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]
const browsers: Named = [
  [/MicroMessenger\//, 'WeChat'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/CriOS\/|Chrome\/|Chromium\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
]

/** Describes a user agent's device by familiar names. It is a claim: suitable for recognition, not for decisions. */
export function deviceViewOf(userAgent: string): DeviceView {
  const system = nameIn(systems, userAgent)
  return { kind: kindOf(system, userAgent), system, browser: nameIn(browsers, userAgent) }
}

function nameIn(known: Named, userAgent: string): string | null {
  return known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}

function kindOf(system: string | null, userAgent: string): DeviceView['kind'] {
  if (system === null) return 'unknown'
  if (system === 'iPhone') return 'phone'
  if (system === 'iPad') return 'tablet'
  if (system === 'Android') return /Mobile/.test(userAgent) ? 'phone' : 'tablet'
  return 'computer'
}

/** Whether two user agents look like the same device. Version numbers are ignored: they change by themselves. */
export function isSameDevice(left: string, right: string): boolean {
  const [one, other] = [deviceViewOf(left), deviceViewOf(right)]
  return one.kind === other.kind && one.system === other.system && one.browser === other.browser
}

/** The device as text for mails: "iPhone, Safari". Null when unknown. */
export function deviceWords(userAgent: string): string | null {
  const { system, browser } = deviceViewOf(userAgent)
  const words = [system, browser].filter((word) => word !== null)
  return words.length === 0 ? null : words.join(', ')
}

/** A network as shown and stored, without its last part: "203.0.113.x", "2001:db8:1:x". Null when unknown. */
export function coarseNetwork(network: string): string | null {
  if (/^\d+(\.\d+){3}$/.test(network)) return network.replace(/\d+$/, 'x')
  const groups = network.replace(/::\/64$/, '').split(':')
  return network.endsWith('::/64') && groups.length === 4 ? `${groups.slice(0, 3).join(':')}:x` : null
}
