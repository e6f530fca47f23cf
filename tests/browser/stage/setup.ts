import type { TestProject } from 'vitest/node';
import { findChromium } from '../../../scripts/find-chromium.ts';
import { buildClient } from './client.ts';

/** What all browser tests of a run share: the built client, and where the browser is. */
export default async function setup(project: TestProject): Promise<() => void> {
  // `npm test` leaves these tests out where no browser is found, and says so.
  const chromium = await findChromium(console.log);
  if (!chromium) throw new Error('the browser tests need a Chromium (PATH, CHROMIUM=<path>, Debian package)');
  const client = await buildClient();
  project.provide('chromium', chromium);
  project.provide('client', client.folder);
  return client.remove;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the browser. */
    chromium: string;
    /** The folder of the built client. */
    client: string;
  }
}
