import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { LRUCache } from 'lru-cache';
import { decrypt, encrypt } from './aes.ts';
import { configureMasterKeys, heldKey, type Masters } from './key-ring.ts';

let master = '';
const keys = new LRUCache<string, KeyObject>({ max: 2000 });

/** Sets the secret that the keys of all projects are derived from, and where the masters of people's keys are read; once, at start. */
export function configurePersonalSecret(secret: string, masters: () => Masters = () => firstMaster(secret)): void {
  master = secret;
  keys.clear();
  configureMasterKeys(masters);
}

/** The master of an installation whose masters were never rotated. */
export const firstMaster = (secret: string): Masters => ({
  m0: Buffer.from(hkdfSync('sha256', secret, '', 'people', 32)).toString('base64url'),
});

/** The key of a project for a purpose. */
export function keyOf(projectId: string, purpose: string): KeyObject {
  if (!master) throw new Error('no secret for personal data');
  const name = `${purpose}:${projectId}`;
  let key = keys.get(name);
  if (!key) {
    key = createSecretKey(Buffer.from(hkdfSync('sha256', master, projectId, purpose, 32)));
    keys.set(name, key);
  }
  return key;
}

/** Another master, to stand behind those there are. */
export function newMaster(known: Masters): Masters {
  const numbers = Object.keys(known).map(name => Number(name.slice(1)));
  return { [`m${Math.max(0, ...numbers) + 1}`]: randomBytes(32).toString('base64url') };
}

/** How a stored value names its key: `p1.` the project's, `p2.<person>.` that of a person. */
const OF_PROJECT = 'p1';
const OF_PERSON = 'p2.';

/** The person whose key a stored value names; null where it names none. */
export const personIn = (sealed: string): string | null =>
  sealed.startsWith(OF_PERSON) ? sealed.slice(OF_PERSON.length, sealed.indexOf('.', OF_PERSON.length)) : null;

/** Whether a text is what `seal` made: neither a phone nor the number of a paper reads like this. */
export const isSealed = (text: string): boolean => text.startsWith(`${OF_PROJECT}.`) || text.startsWith(OF_PERSON);

/** Encrypts a personal value under the key of its person, which must be in memory; where it is nobody's, under the project's. */
export function seal(projectId: string, value: string, personId?: string): string {
  const body = Buffer.from(value, 'utf8');
  if (personId === undefined) return `${OF_PROJECT}.${encrypt(keyOf(projectId, OF_PROJECT), body)}`;
  const key = heldKey(personId);
  if (!key) throw new Error('a person without a key');
  return `${OF_PERSON}${personId}.${encrypt(key, body)}`;
}

/** Decrypts what `seal` made; null when its person was erased. Throws when it was tampered with or its key is not in memory. */
export function open(projectId: string, sealed: string): string | null {
  const personId = personIn(sealed);
  const key = personId === null ? keyOf(projectId, sealed.slice(0, sealed.indexOf('.'))) : heldKey(personId);
  if (key === undefined) throw new Error('the key of a person is not in memory');
  return key && decrypt(key, sealed.slice(sealed.lastIndexOf('.') + 1)).toString('utf8');
}

/** The digest by which a phone is found by its last four digits, whatever field it is in. */
export const blindEnd = (projectId: string, digits: string): string => blindIndex(projectId, 'phoneEnd', digits);

/** What everybody sees of a stored personal value; null when its person was erased. */
export function maskOf(projectId: string, field: Field, sealed: string): string | null {
  const personId = personIn(sealed);
  if (personId !== null && heldKey(personId) === undefined) return STARS;
  const value = open(projectId, sealed);
  return value === null ? null : mask(field, value);
}

/** A keyed digest by which an encrypted value is found exactly and kept unique, without being readable. */
export function blindIndex(projectId: string, field: string, value: string): string {
  return createHmac('sha256', keyOf(projectId, 'blind'))
    .update(`${field}:${value.toLowerCase()}`)
    .digest('base64url')
    .slice(0, 22);
}

const STARS = '*****';

/** Whether a text is what a personal value is shown as. */
export const isMask = (text: string): boolean => text.includes(STARS);

/** `09*****123` */
function mask(field: Field, value: string): string {
  if (field.kind === 'phone' || (field.kind === 'text' && value.startsWith('+84'))) {
    const local = value.replace(/^\+84/, '0');
    return `${local.slice(0, 2)}${STARS}${local.slice(-3)}`;
  }
  // A text may be either: where something went.
  if (field.kind === 'email' || (field.kind === 'text' && value.includes('@'))) {
    const [name = '', domain = ''] = value.split('@');
    return `${name.slice(0, 1)}${STARS}@${domain}`;
  }
  if (field.kind === 'date') return STARS;
  const head = field.kind === 'identifier' ? (field.head ?? 1) : 1;
  return value.length > head + 5 ? `${value.slice(0, head)}${STARS}${value.slice(-3)}` : STARS;
}
