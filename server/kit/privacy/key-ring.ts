import { createSecretKey, generateKeySync, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decrypt, encrypt } from './aes.ts';

/** Master keys by name, oldest first; the last one seals, all of them open. */
export type Masters = Readonly<Record<string, string>>;

let read: () => Masters = () => ({});
let masters: Masters = {};

/** Keys of people that were read; null: destroyed, or never there. */
const held = new LRUCache<string, { key: KeyObject | null }>({ max: 100_000 });
/** Keys of people who are about to be stored. */
const fresh = new LRUCache<string, KeyObject>({ max: 20_000 });

/** Sets where the masters are read, now and whenever one turns up that is not known yet. */
export function configureMasterKeys(source: () => Masters): void {
  read = source;
  masters = read();
  held.clear();
  fresh.clear();
}

/** Reads the masters again: they may have been rotated while this server runs. Answers the name of the one that seals. */
export function freshMaster(): string {
  masters = read();
  const name = Object.keys(masters).at(-1);
  if (name === undefined) throw new Error('no master for the keys of people');
  return name;
}

function master(name: string): KeyObject {
  if (!masters[name]) masters = read();
  const text = masters[name];
  if (!text) throw new Error(`no master ${name} for the keys of people`);
  return createSecretKey(text, 'base64url');
}

/** The key of a person, sealed under a master. */
export const wrap = (key: KeyObject, under: string): string => encrypt(master(under), key.export());
export const unwrap = (text: string, under: string): KeyObject => createSecretKey(decrypt(master(under), text));

/** Makes the key of a new person; it is stored along with them. */
export function newKey(personId: string): KeyObject {
  const key = generateKeySync('aes', { length: 256 });
  fresh.set(personId, key);
  return key;
}

/** A key that is not stored yet. */
export const freshKey = (personId: string): KeyObject | undefined => fresh.get(personId);

/** The key of a person as far as it is in memory; null: it was destroyed. */
export function heldKey(personId: string): KeyObject | null | undefined {
  const known = held.get(personId);
  return known ? known.key : fresh.get(personId);
}

export const isHeld = (personId: string): boolean => held.has(personId) || fresh.has(personId);

/** How often keys were forgotten: what was read before that moment must not be kept after it. */
let forgotten = 0;
export const forgottenKeys = (): number => forgotten;

export function holdKey(personId: string, key: KeyObject | null): void {
  held.set(personId, { key });
}

/** Forgets the keys of people that were destroyed; of all people where others took their place. */
export function forgetKeys(ids?: readonly string[]): void {
  forgotten++;
  for (const id of ids ?? []) holdKey(id, null);
  if (ids) return;
  held.clear();
  fresh.clear();
}
