import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { LRUCache } from 'lru-cache';
import { decrypt, encrypt } from './aes.ts';
import { configureMasterKeys, heldKey, type Masters } from './key-ring.ts';

let master = '';
const keys = new LRUCache<string, KeyObject>({ max: 2000 });

/**
 * Sets the secret from which the projects' keys are derived, and how the master keys of people's keys are read. Called once
 * at start.
 */
export function configurePersonalSecret(secret: string, masters: () => Masters = () => firstMaster(secret)): void {
  master = secret;
  keys.clear();
  configureMasterKeys(masters);
}

/** The master key of an installation that never rotated it. */
export const firstMaster = (secret: string): Masters => ({
  m0: Buffer.from(hkdfSync('sha256', secret, '', 'people', 32)).toString('base64url'),
});

/** Derives a project's key for a purpose. */
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

/** A further master key, to be appended to the known ones. */
export function newMaster(masters: Masters): Masters {
  const numbers = Object.keys(masters).map(name => Number(name.slice(1)));
  return { [`m${Math.max(0, ...numbers) + 1}`]: randomBytes(32).toString('base64url') };
}

/** Prefix of stored values that names their key: `p1.` the project's, `p2.<person>.` a person's. */
const OF_PROJECT = 'p1';
const OF_PERSON = 'p2.';

/** The person whose key a stored value names; null if it is the project's. */
export const personIn = (sealed: string): string | null =>
  sealed.startsWith(OF_PERSON) ? sealed.slice(OF_PERSON.length, sealed.indexOf('.', OF_PERSON.length)) : null;

/** Whether a text was created by `seal`. Neither phone nor document numbers have its prefix. */
export const isSealed = (text: string): boolean => text.startsWith(`${OF_PROJECT}.`) || text.startsWith(OF_PERSON);

/** Encrypts a personal value under its person's key, which must be cached, or under the project's key. */
export function seal(projectId: string, value: string, personId?: string): string {
  const body = Buffer.from(value, 'utf8');
  if (personId === undefined) return `${OF_PROJECT}.${encrypt(keyOf(projectId, OF_PROJECT), body)}`;
  const key = heldKey(personId);
  if (!key) throw new Error('a person without a key');
  return `${OF_PERSON}${personId}.${encrypt(key, body)}`;
}

/** Reverses `seal`; null if the person was erased. Throws if the value was tampered with or the key is not cached. */
export function open(projectId: string, sealed: string): string | null {
  const personId = personIn(sealed);
  const key = personId === null ? keyOf(projectId, sealed.slice(0, sealed.indexOf('.'))) : heldKey(personId);
  if (key === undefined) throw new Error('the key of a person is not in memory');
  return key && decrypt(key, sealed.slice(sealed.lastIndexOf('.') + 1)).toString('utf8');
}

/** Digest by which a phone number is found by its last four digits, in any field. */
export const blindEnd = (projectId: string, digits: string): string => blindIndex(projectId, 'phoneEnd', digits);

/** The masked form of a stored personal value; null if the person was erased. */
export function maskOf(projectId: string, field: Field, sealed: string): string | null {
  const personId = personIn(sealed);
  if (personId !== null && heldKey(personId) === undefined) return STARS;
  const value = open(projectId, sealed);
  return value === null ? null : mask(field, value);
}

/** A keyed digest that makes an encrypted value searchable and unique without revealing it. */
export function blindIndex(projectId: string, field: string, value: string): string {
  return createHmac('sha256', keyOf(projectId, 'blind'))
    .update(`${field}:${value.toLowerCase()}`)
    .digest('base64url')
    .slice(0, 22);
}

const STARS = '*****';

/** Whether a text is a masked value. */
export const isMask = (text: string): boolean => text.includes(STARS);

/** Masks a value, as in `09*****123`. */
function mask(field: Field, value: string): string {
  if (field.kind === 'phone' || (field.kind === 'text' && value.startsWith('+84'))) {
    const local = value.replace(/^\+84/, '0');
    return `${local.slice(0, 2)}${STARS}${local.slice(-3)}`;
  }
  // A text may hold either a phone number or a mail address.
  if (field.kind === 'email' || (field.kind === 'text' && value.includes('@'))) {
    const [name = '', domain = ''] = value.split('@');
    return `${name.slice(0, 1)}${STARS}@${domain}`;
  }
  if (field.kind === 'date') return STARS;
  const head = field.kind === 'identifier' ? (field.head ?? 1) : 1;
  return value.length > head + 5 ? `${value.slice(0, head)}${STARS}${value.slice(-3)}` : STARS;
}
