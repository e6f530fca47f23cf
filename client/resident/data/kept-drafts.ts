import { clear, createStore } from 'idb-keyval';

const KEY = 'resident-drafts';
const KEPT_MS = 30 * 24 * 60 * 60_000;
export const photos = createStore('resident-drafts', 'photos');

type Kept = Record<string, { at: number; value: unknown }>;
export const readDrafts = (): Kept => JSON.parse(localStorage.getItem(KEY) ?? '{}');

/** Stores a draft; deletes empty ones, and those that were not touched for a month. */
export function keepDraft(name: string, value: unknown, isEmpty: boolean): void {
  const all = Object.entries(readDrafts()).filter(([key, { at }]) => key !== name && Date.now() - at < KEPT_MS);
  const next = isEmpty ? all : [...all, [name, { at: Date.now(), value }] as const];
  if (next.length > 0) localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(next)));
  else localStorage.removeItem(KEY);
}

/** Deletes all drafts when the session ends. */
export function forgetDrafts(): void {
  localStorage.removeItem(KEY);
  void clear(photos).catch(() => null);
}
