import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

// Keys are KeyObjects: with raw bytes Node takes three times as long.

/** Encrypts bytes (AES-256-GCM). Returns initialization vector, tag and ciphertext in base64url. */
export function encrypt(key: KeyObject, body: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const inner = Buffer.concat([cipher.update(body), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), inner]).toString('base64url');
}

/** Reverses `encrypt`. Throws if the text was tampered with or the key is another one. */
export function decrypt(key: KeyObject, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}

/** Encrypts a value padded with blanks to a multiple of `length`, so that the size of the ciphertext does not reveal it. */
export function sealAlike(key: KeyObject, value: unknown, length: number): string {
  const bytes = Buffer.from(JSON.stringify(value), 'utf8');
  const filled = Buffer.alloc(Math.ceil(bytes.length / length) * length, ' ');
  bytes.copy(filled);
  return encrypt(key, filled);
}
/** Reverses `sealAlike`. */
export const openSealed = <T>(key: KeyObject, text: string): T => JSON.parse(decrypt(key, text).toString('utf8')) as T;
