import { appBuild } from '@candor/ui/app-build'
import { mixinsPlugin } from '@candor/ui/mixins-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Modules that only declare: unused exports of an `index.ts` are dropped. */
const pureModules =
  /packages\/(api|client|formulas|money|proof|ui)\/src\/.*\.tsx?$|public\/src\/(shared|pages)\/.*\.tsx?$/

export default defineConfig({
  // One document for every page; its files lie below the path of the first.
  base: '/check/',
  plugins: [mixinsPlugin(), react()],
  server: { port: 5175, strictPort: true },
  preview: { port: 4175 },
  build: appBuild(pureModules),
})
