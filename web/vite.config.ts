import { fileURLToPath } from 'node:url'

import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

import { catalogues } from './build/catalogues.ts'
import { fonts } from './build/fonts.ts'
import { woods } from './build/woods.ts'

/** Files that the page names in its head. */
const ALWAYS_LOADED = /\/(index-client|speech\.svelte|here\.svelte|settings\.svelte|router\.svelte|client|database)-/

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig(({ mode }) => ({
  plugins: [
    svelte(),
    catalogues(at('../src/keypeg/words')),
    fonts(at('../src/keypeg/words')),
    woods(at('../src/keypeg/look/woods.json')),
  ],
  resolve: {
    // Messages are parsed at build time; the bundle needs no parser.
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
    ...(mode === 'test' ? { conditions: ['browser'] } : {}),
  },
  build: {
    outDir: at('../src/keypeg/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What the page itself has loaded need not be named again by the screens that come later.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !ALWAYS_LOADED.test(file)),
    },
    reportCompressedSize: true,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  // Python for play without a server: it comes later, in a worker, and only if it is asked for.
  worker: { format: 'es' },
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'] },
}))
