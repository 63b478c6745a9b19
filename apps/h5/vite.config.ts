import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { htmlPlugin } from './vite/html-plugin.ts'
import { messagesPlugin } from './vite/messages-plugin.ts'

/** Packages whose modules only declare: what nobody imports from them is left out. */
const purePackages = /packages\/(contract|money|formulas|ui)\/src\/.*\.tsx?$/

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
      treeshake: { moduleSideEffects: (id) => !purePackages.test(id) },
    },
  },
})
