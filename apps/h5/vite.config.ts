import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { htmlPlugin } from './vite/html-plugin.ts'
import { messagesPlugin } from './vite/messages-plugin.ts'

/** Modules that only declare, so that what nobody imports from a door (`index.ts`) is left out. `app/` starts things. */
const pureModules = /packages\/(contract|money|formulas|ui)\/src\/.*\.tsx?$|h5\/src\/(shared|features)\/.*\.tsx?$/

export default defineConfig({
  base: '/h5/',
  plugins: [messagesPlugin(), react(), babel({ presets: [reactCompilerPreset()] }), htmlPlugin()],
  server: { port: 5173, strictPort: true },
  preview: { port: 4173 },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id) => !pureModules.test(id) },
    },
  },
})
