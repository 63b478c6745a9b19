export interface OpeningEvent {
  readonly title: string
  readonly opensMs: number
  readonly nowMs: number
}

const lastsMs = 900_000

/** The opening of a market as a calendar's file (RFC 5545), with an alarm at that moment. */
export function openingEvent({ title, opensMs, nowMs }: OpeningEvent): string {
  const text = title.replaceAll(/[\\,;]/g, String.raw`\$&`)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Candor//Market//EN',
    'BEGIN:VEVENT',
    `UID:opening-${opensMs}@candor`,
    `DTSTAMP:${utc(nowMs)}`,
    `DTSTART:${utc(opensMs)}`,
    `DTEND:${utc(opensMs + lastsMs)}`,
    `SUMMARY:${text}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${text}`,
    'TRIGGER:PT0S',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

/** "20261129T230000Z". */
function utc(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}
