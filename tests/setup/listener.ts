import { afterAll } from 'vitest';
import { type Listener, openEar } from './ear.ts';

export { ASKING, type Heard, type Listener, pause, type Subscribed, until } from './ear.ts';

/** Closed after the tests of the file. */
const open: Listener[] = [];
afterAll(() => {
  for (const one of open) one.close();
});

/** Opens a socket as a client does, for the tests of this file. */
export async function listen(url: string, token: string, headers: Record<string, string> = {}): Promise<Listener> {
  const listener = await openEar(url, token, headers);
  open.push(listener);
  return listener;
}
