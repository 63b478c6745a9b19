import { useEffect, useSyncExternalStore } from 'react'

const key = 'candor.alarm'
const everyMs = 6_000
const listeners = new Set<() => void>()
let isMuted = read()
let audio: AudioContext | null = null
let isSounding = false

/** Whether the alarm makes no sound on this machine. It stays visible. */
export function useMuted(): boolean {
  return useSyncExternalStore(subscribe, () => isMuted)
}

/** Mutes the alarm on this machine, or lets it sound again. */
export function setMuted(next: boolean): void {
  isMuted = next
  try {
    localStorage.setItem(key, next ? 'muted' : 'on')
  } catch {
    // Storage is denied: the choice holds until the page is closed.
  }
  for (const listener of listeners) listener()
}

/** Rings periodically while a customer waits too long. */
export function useAlarm(isRinging: boolean): void {
  useEffect(() => {
    if (!isRinging) return
    ring()
    const timer = setInterval(ring, everyMs)
    return () => clearInterval(timer)
  }, [isRinging])
}

/** One short tone: somebody new is waiting. */
export function chime(): void {
  play([740])
}

/** Two short tones: somebody waits too long. */
function ring(): void {
  play([660, 880])
}

/**
 * Plays tones one after the other, unless others are still to be heard: browsers keep a page silent until its first
 * press. Between tones the audio is suspended, because a running one costs the processor even in silence.
 */
function play(tones: readonly number[]): void {
  if (isSounding) return
  isSounding = true
  audio ??= new AudioContext()
  void sound(audio, tones)
    // Without a device for audio, the alarm is only seen.
    .catch(() => undefined)
    .finally(() => {
      isSounding = false
    })
}

async function sound(context: AudioContext, tones: readonly number[]): Promise<void> {
  await context.resume()
  const begin = context.currentTime
  await Promise.all(tones.map((hertz, index) => soundTone(context, hertz, begin + index * 0.18)))
  await context.suspend()
}

/** Resolves when the tone has ended. */
function soundTone(context: AudioContext, hertz: number, from: number): Promise<void> {
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.frequency.value = hertz
  volume.gain.setValueAtTime(0, from)
  volume.gain.linearRampToValueAtTime(0.12, from + 0.02)
  volume.gain.linearRampToValueAtTime(0, from + 0.16)
  tone.connect(volume).connect(context.destination)
  return new Promise((resolve) => {
    tone.addEventListener('ended', () => resolve())
    tone.start(from)
    tone.stop(from + 0.17)
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): boolean {
  try {
    return localStorage.getItem(key) === 'muted'
  } catch {
    return false
  }
}
