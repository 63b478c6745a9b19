import type { OutputOf, transparencyIncidents } from '@candor/api'

type Incident = OutputOf<typeof transparencyIncidents>['items'][number]

/** An incident for tests, without explanations and figures. */
export function anIncident(given: Pick<Incident, 'kind' | 'startedMs' | 'endedMs'> & Partial<Incident>): Incident {
  return {
    subject: null,
    reason: null,
    count: null,
    payment: null,
    voids: null,
    explanations: [],
    log: null,
    ...given,
  }
}
