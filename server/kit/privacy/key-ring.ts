import { createSecretKey, generateKeySync, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decrypt, encrypt } from './aes.ts';

/** Master keys by name, oldest first. The last one encrypts; all of them decrypt. */
export type Masters = Readonly<Record<string, string>>;

let read: () => Masters = () => ({});
let masters: Masters = {};

/** Cached keys of people; null if destroyed or never present. */
const held = new LRUCache<string, { key: KeyObject | null }>({ max: 100_000 });
/** Keys of people about to be stored. */
const fresh = new LRUCache<string, KeyObject>({ max: 20_000 });

/** Sets how the master keys are read, now and whenever an unknown one is needed. */
export function configureMasterKeys(source: () => Masters): void {
  read = source;
  masters = read();
  held.clear();
  fresh.clear();
}

/** Reads the master keys again, since they may be rotated while this server runs. Returns the name of the encrypting one. */
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

/** A person's key, encrypted under a master key. */
export const wrap = (key: KeyObject, under: string): string => encrypt(master(under), key.export());
export const unwrap = (text: string, under: string): KeyObject => createSecretKey(decrypt(master(under), text));

/** Creates the key of a new person, which is stored along with them. */
export function newKey(personId: string): KeyObject {
  const key = generateKeySync('aes', { length: 256 });
  fresh.set(personId, key);
  return key;
}

/** A key that is not stored yet. */
export const freshKey = (personId: string): KeyObject | undefined => fresh.get(personId);

/** A person's key if it is cached; null if it was destroyed. */
export function heldKey(personId: string): KeyObject | null | undefined {
  const entry = held.get(personId);
  return entry ? entry.key : fresh.get(personId);
}

export const isHeld = (personId: string): boolean => held.has(personId) || fresh.has(personId);

/** Counts how often keys were forgotten: values read before must not be cached afterwards. */
let forgotten = 0;
export const forgottenKeys = (): number => forgotten;

export function holdKey(personId: string, key: KeyObject | null): void {
  held.set(personId, { key });
}

/** Forgets destroyed keys; without ids all keys, since the demo data were replaced. */
export function forgetKeys(ids?: readonly string[]): void {
  forgotten++;
  for (const id of ids ?? []) holdKey(id, null);
  if (ids) return;
  held.clear();
  fresh.clear();
}
