import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { LRUCache } from 'lru-cache';

let master = '';
const keys = new LRUCache<string, Buffer>({ max: 2000 });

/** Sets the secret that the keys of all projects are derived from; once, at start. */
export function usePersonalSecret(secret: string): void {
  master = secret;
  keys.clear();
}

function keyOf(projectId: string, purpose: string): Buffer {
  if (!master) throw new Error('no secret for personal data');
  const name = `${purpose}:${projectId}`;
  let key = keys.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', master, projectId, purpose, 32));
    keys.set(name, key);
  }
  return key;
}

/** The key that new values are sealed with; a stored value names its own, so that keys can be rotated. */
const CURRENT = 'p1';

/** Encrypts a personal value (AES-256-GCM) under the project's key: `p1.<iv, tag, ciphertext>`. */
export function seal(projectId: string, value: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(projectId, CURRENT), iv);
  const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return `${CURRENT}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
}

/** Decrypts what `seal` made; throws when it was tampered with or belongs to another project. */
export function open(projectId: string, sealed: string): string {
  const dot = sealed.indexOf('.');
  const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(projectId, sealed.slice(0, dot)), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** A keyed digest by which an encrypted value is found exactly and kept unique, without being readable. */
export function blindIndex(projectId: string, field: string, value: string): string {
  return createHmac('sha256', keyOf(projectId, 'blind'))
    .update(`${field}:${value.toLowerCase()}`)
    .digest('base64url')
    .slice(0, 22);
}

const STARS = '*****';

/** What everybody sees of a personal value: `09*****123`. */
export function mask(field: Field, value: string): string {
  if (field.kind === 'phone') {
    const local = value.replace(/^\+84/, '0');
    return `${local.slice(0, 2)}${STARS}${local.slice(-3)}`;
  }
  if (field.kind === 'email') {
    const [name = '', domain = ''] = value.split('@');
    return `${name.slice(0, 1)}${STARS}@${domain}`;
  }
  if (field.kind === 'date') return STARS;
  return value.length > 6 ? `${value.slice(0, 1)}${STARS}${value.slice(-3)}` : STARS;
}
