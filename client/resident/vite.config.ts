import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { weights } from '../weights-plugin.ts';

const BUDGETS = { start: 112, screen: 22 };
const WEIGHED = { screens: /\/resident\/pages\/(.+)\.tsx$/, words: /locales\/vi\/resident-app\.json$/ };

/** The residents' app: a separate entry, without code of the back office. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/resident/',
  plugins: [react(), weights(BUDGETS, WEIGHED)],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    manifest: 'files.json',
    outDir: join(import.meta.dirname, '../dist/resident'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
  },
});
