import type { BuildEnvironmentOptions } from 'vite'

/** How apps of several files are built. `pureModules` only declare: unused exports of an `index.ts` are dropped. */
export function appBuild(pureModules: RegExp): BuildEnvironmentOptions {
  return {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { treeshake: { moduleSideEffects: (id) => !pureModules.test(id) } },
  }
}
