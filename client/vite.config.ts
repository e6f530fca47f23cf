import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { registry } from './registry-plugin.ts';
import { weights } from './weights-plugin.ts';
import { words } from './words-plugin.ts';

/** The client speaks WebSocket alone (kit/live/socket.ts): the ways around it stay out. */
const webSocketAlone: Plugin = {
  name: 'websocket-alone',
  load: id =>
    id.endsWith('engine.io-client/build/esm/transports/index.js')
      ? "import { WS } from './websocket.js'; export const transports = { websocket: WS };"
      : null,
};

/** Fonts, character maps and decoders of the PDF viewer, which it fetches by name where a file wants them. */
const pdfParts: Plugin = {
  name: 'pdf-parts',
  generateBundle() {
    const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
    for (const dir of ['standard_fonts', 'cmaps', 'wasm'])
      for (const name of readdirSync(join(home, dir)))
        if (!/wasm$|quickjs-eval/.test(name))
          this.emitFile({ type: 'asset', fileName: `assets/pdf/${name}`, source: readFileSync(join(home, dir, name)) });
  },
};

/** Groups modules that several screens share into one file per set of screens; small files of nearly equal sets are merged. */
const APART = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1000 };

/** Takes only modules that the entry page imports statically. */
const START = { tags: ['$initial' as const] };

const BUDGETS = {
  start: 300,
  screen: 169,
  larger: {
    'unit/page': 213,
    'resident/page': 171,
    'conference/page': 186,
    'utility-booking/page': 183,
    // A kB of it says what a merged guest became.
    'visitor/desk/Reception': 183,
    'handover-unit/schedule': 181,
    'utility/page': 173,
    'technical-system/page': 172,
    'billing-service/page': 171,
  },
};
const WEIGHED = { screens: /\/client\/(?:modules|platform)\/(.+)\.tsx$/, words: /virtual:words\/vi$/ };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), pdfParts, webSocketAlone, words, registry, weights(BUDGETS, WEIGHED)],
  // The server puts a fresh nonce in place of this word in each answer; Emotion reads it from the meta element.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // A font as a data: address would be refused by `font-src 'self'`.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // Few files rather than many small ones: each costs a round trip to the server.
        codeSplitting: {
          groups: [
            // Libraries change only with an upgrade: their files keep their names, and stay in browser caches, across releases.
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next)\//,
              ...START,
              priority: 3,
            },
            {
              name: 'parts',
              test: /node_modules\/(@chakra-ui|@ark-ui|@zag-js|@emotion|@floating-ui)\//,
              ...START,
              priority: 2,
            },
            { name: 'start', ...START, priority: 1 },
            // Parts that draw figures and single facts: a screen with one of them must not wait for lists and forms, which import them too.
            {
              name: 'facts',
              test: /\/kit\/ui\/(?:\w+\/)*(Status|Select|Tabs|FigureTable|today|Unbroken|useDrop|RefName|useExport|DetailBody|useRecord|RefLink|FileTile|form-context)\.tsx?$|\/shared\/kit\/(fields|definition|contact|countries|hours|list-url|money|rich-text)\.ts$|\/components\/drawer\/drawer\.js$/,
              priority: 0.95,
            },
            { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\//, minShareCount: 6, priority: 0.97 },
            // A list and all that it imports; records and forms load after it.
            {
              name: 'list',
              test: /\/kit\/ui\/(?:\w+\/)*(ListPage|DrawerSkeleton|DialogSkeleton|SlaTime)\.tsx$/,
              priority: 0.9,
            },
            // Icons, dates and choices are apart: a screen that draws one must not wait for the forms, which import them too.
            { name: 'signs', test: /\/lucide-react\/dist\/esm\/icons\//, ...APART, priority: 0.87 },
            {
              name: 'choices',
              test: /\/kit\/ui\/(?:\w+\/)*(DateInput|ref-options|Combobox|readable|options|RichText)\.tsx?$/,
              priority: 0.85,
            },
            { name: 'record', test: /\/kit\/ui\/(?:\w+\/)*(DetailDrawer|RecordForm)\.tsx$/, priority: 0.8 },
            // Definitions are merged with each other alone, so that loading one loads no screen.
            {
              name: 'definitions',
              test: /\/shared\/(modules\/(?!(index|recordless-modules)\.ts)|billing\/)/,
              ...APART,
              priority: 0.5,
            },
            // Modules that import all definitions get a file of their own: merged with another file, they would load with all its screens.
            { name: 'all-definitions', test: /\/shared\/modules\/(index|recordless-modules)\.ts$/, priority: 0.45 },
            // QR code modules are merged with each other alone: another file merged with them would load them along.
            { name: 'codes', test: /\/kit\/ui\/qr\//, ...APART, priority: 0.42 },
            { name: 'kit', test: /\/(client|shared)\/kit\//, ...APART, priority: 0.4 },
            { name: 'shared', test: /\.(tsx?|m?js)$/, ...APART },
          ],
        },
      },
    },
  },
});
