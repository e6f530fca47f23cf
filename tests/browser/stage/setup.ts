import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../../scripts/find-chromium.ts';
import { buildClient } from './client.ts';
import { type Building, openBuilding } from './server.ts';

/** Provides what all browser tests of a run share: the built client, and the path of the browser. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // `npm test` leaves these tests out where no browser is found, and says so.
  const chromium = await findChromium(console.log);
  if (!chromium) throw new Error('the browser tests need a Chromium (PATH, CHROMIUM=<path>, Debian package)');
  const client = await buildClient();
  project.provide('chromium', chromium);
  project.provide('client', client.folder);
  const shared = await sharedBuilding(() => {
    const uri = new URL(project.getProvidedContext().mongod);
    uri.pathname = '/test-building';
    return openBuilding({ uri: uri.href, client: client.folder });
  });
  project.provide('building', shared.address);
  return async () => {
    await shared.close();
    client.remove();
  };
}

/** A server that is started when it is first asked for; it answers where that is. */
async function sharedBuilding(open: () => Promise<Building>) {
  let building: Promise<Building> | null = null;
  const door = createServer((_request, answer) => {
    building ??= open();
    building.then(
      ({ url }) => answer.end(url),
      error => answer.writeHead(503).end(String(error)),
    );
  });
  await once(door.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    async close() {
      door.close();
      await building?.then(({ stop }) => stop());
    },
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the browser. */
    chromium: string;
    /** The folder of the built client. */
    client: string;
    /** Where the server that files share is told. */
    building: string;
  }
}
