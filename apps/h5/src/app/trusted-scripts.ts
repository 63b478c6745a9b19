/** The part of the browser's Trusted Types that the app uses; the library of types does not know them yet. */
declare global {
  var trustedTypes:
    | {
        createPolicy(name: string, rules: { readonly createScriptURL: (url: string) => string | null }): unknown
      }
    | undefined
}

const ownScript = /^\/h5\/(worker\.js|assets\/[\w.-]+\.js)$/

/** Returns the address of a script that the app may run, one of its own files, and null for any other. */
export function ownScriptUrl(url: string, origin: string): string | null {
  const parsed = URL.parse(url, origin)
  return parsed !== null && parsed.origin === origin && ownScript.test(parsed.pathname) ? parsed.href : null
}

/**
 * Lets the app start its own workers. The content policy refuses every text as a script's address or as markup, unless
 * the policy made here returns it; this one returns no markup at all. The server names it (`customer-server.ts`).
 */
export function trustOwnScripts(): void {
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => ownScriptUrl(url, window.location.origin),
  })
}
