import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

// Keys are objects: Node takes three times as long with bare bytes.

/** Encrypts bytes (AES-256-GCM): initial vector, tag and ciphertext, as text. */
export function encrypt(key: KeyObject, body: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const inner = Buffer.concat([cipher.update(body), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), inner]).toString('base64url');
}

/** Decrypts what `encrypt` made; throws when it was tampered with, or is another key's. */
export function decrypt(key: KeyObject, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}

/** Encrypts a value filled up with blanks to a length, and to twice and three times it: as text all of a kind are as long. */
export function sealAlike(key: KeyObject, value: unknown, length: number): string {
  const bytes = Buffer.from(JSON.stringify(value), 'utf8');
  const filled = Buffer.alloc(Math.ceil(bytes.length / length) * length, ' ');
  bytes.copy(filled);
  return encrypt(key, filled);
}
/** The value that `sealAlike` was given. */
export const openSealed = <T>(key: KeyObject, text: string): T => JSON.parse(decrypt(key, text).toString('utf8')) as T;
