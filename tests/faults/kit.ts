import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../load/child.ts';
import { now } from '../load/machine.ts';

/** Also of the one that is compared with: what is counted is counted for a person. */
const EMAIL = 'service1@hoasen.demo';
const CLIENT = new URL('client/kit-client.ts', import.meta.url);

/** State that a client shows: its stored rows, its counts and its badges. */
export interface State {
  signedIn: boolean;
  phase: string;
  pending: number;
  total: number | null;
  ids: (string | null)[];
  rows: (Record<string, unknown> | null)[];
  counts: unknown;
  badges: Record<string, number>;
}

/** The events that a client's screens were told of since `forget`. */
export interface HeardByKit {
  ids: string[];
  twice: number;
  resyncs: number;
}

export interface Kit {
  state: () => Promise<State>;
  heard: () => Promise<HeardByKit>;
  forget: () => Promise<HeardByKit>;
  stop: () => Promise<void>;
}

/** Signs a client in at a server and has it keep the list of tickets. */
export async function openKit(url: string): Promise<Kit> {
  const child = await startChild(CLIENT, { LOBBY_URL: url, LOBBY_EMAIL: EMAIL });
  const kit: Kit = {
    state: () => child.ask({ ask: 'state' }),
    heard: () => child.ask({ ask: 'heard' }),
    forget: () => child.ask({ ask: 'forget' }),
    stop: child.stop,
  };
  while ((await kit.state()).phase !== 'ready') await wait(50);
  return kit;
}

/** A state as text, with the keys of each object in one order: the same state is the same text. */
export const textOf = (state: unknown) =>
  JSON.stringify(state, (_key, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/** Waits until a client shows what one that signs in now shows; answers the seconds that took and, where it does not come, how they differ. */
export async function untilFresh(kit: Kit, url: string, limitS: number): Promise<{ seconds: number; differs: string }> {
  const begun = now();
  const fresh = await openKit(url);
  try {
    for (;;) {
      const [ours, theirs] = await Promise.all([kit.state(), fresh.state()]);
      const same = textOf(ours) === textOf(theirs);
      const seconds = (now() - begun) / 1000;
      if (same) return { seconds, differs: '' };
      if (seconds > limitS) return { seconds, differs: difference(ours, theirs) };
      await wait(100);
    }
  } finally {
    await fresh.stop();
  }
}

function difference(ours: State, theirs: State): string {
  const parts: (keyof State)[] = ['signedIn', 'phase', 'pending', 'total', 'ids', 'rows', 'counts', 'badges'];
  const other = parts.filter(part => textOf(ours[part]) !== textOf(theirs[part]));
  const small = other.filter(part => part !== 'ids' && part !== 'rows');
  return `${other.join()} ${small.map(part => `${textOf(ours[part])} / ${textOf(theirs[part])}`).join('; ')}`.slice(
    0,
    300,
  );
}
