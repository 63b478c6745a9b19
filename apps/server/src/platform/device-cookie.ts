/** What a browser keeps of its earlier logins. It opens nothing: it shows that strangers' failures are not its own. */
export interface DeviceCookie {
  /** The kept value; null for a browser that has never logged in, and for a caller that is no browser. */
  readonly value: string | null
  /** Has the browser keep another value. */
  keep(value: string): void
}
