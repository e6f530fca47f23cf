import { store } from '../base/store.ts';
import { ApiError, request } from '../http/api.ts';
import { debounce } from '../http/debounce.ts';
import { onSaid } from '../live/socket.ts';
import { onChosen, readChoice, takeOver, writeChoice } from '../session/preferences.ts';
import { meAtom, myUserId } from '../session/session.ts';

/** Names whose values the server does not have yet; kept, so that a choice made without a connection arrives later. */
const UNSENT = 'unsent';
const AT_ONCE = 50;

const unsent = (user: string): string[] => {
  const names = readChoice(user, UNSENT);
  return Array.isArray(names) ? names.filter(name => typeof name === 'string') : [];
};
const setUnsent = (user: string, names: readonly string[]) =>
  writeChoice(user, UNSENT, names.length > 0 ? names : null);

let sending = false;

async function send(): Promise<void> {
  const user = myUserId();
  const names = user ? unsent(user).slice(0, AT_ONCE) : [];
  if (!user || names.length === 0 || sending) return;
  sending = true;
  const texts = names.map(name => JSON.stringify(readChoice(user, name)));
  const body = Object.fromEntries(names.map((name, index) => [name, JSON.parse(texts[index] ?? 'null')]));
  const refused = await request('PUT', '/preferences', { body }).then(
    () => null,
    error => error,
  );
  sending = false;
  // Kept until the connection is back; a value that the server refuses applies to this browser only.
  if (refused instanceof ApiError && refused.passing) return;
  const sent = new Set(names.filter((name, index) => JSON.stringify(readChoice(user, name)) === texts[index]));
  setUnsent(
    user,
    unsent(user).filter(name => !sent.has(name)),
  );
  if (unsent(user).length > 0) sendSoon.soon();
}
const sendSoon = debounce(() => void send(), 400, 2000);

function hear(values: Record<string, unknown>): void {
  const user = myUserId();
  if (!user) return;
  const waiting = new Set(unsent(user));
  // A local choice that was not sent yet takes precedence.
  takeOver(Object.fromEntries(Object.entries(values).filter(([name]) => !waiting.has(name))));
}

async function read(): Promise<void> {
  const user = myUserId();
  if (!user) return;
  await send();
  const { data } = await request<Record<string, unknown>>('GET', '/preferences').catch(() => ({ data: null }));
  if (data && user === myUserId()) hear(data);
}

const readSoon = debounce(() => void read(), 50, 500);

/** Stores preferences on the server, and applies those chosen on other devices. Returns a function to stop. */
export function syncPreferences(): () => void {
  let user: string | null = null;
  const stops = [
    onChosen(name => {
      const id = myUserId();
      if (!id) return;
      setUnsent(id, [...new Set([...unsent(id), name])]);
      sendSoon.soon();
    }),
    onSaid('preferences', hear),
    // They are loaded with the page; only a later connection may have missed a change.
    onSaid<number>('connected', which => which > 1 && readSoon.soon()),
    store.sub(meAtom, () => {
      if (user === myUserId()) return;
      user = myUserId();
      readSoon.soon();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    sendSoon.cancel();
    readSoon.cancel();
  };
}
