import { createCipheriv, createDecipheriv, type DecipherGCM, randomBytes } from 'node:crypto';
import { keyOf } from './personal.ts';

export const IV_BYTES = 12;
export const TAG_BYTES = 16;
const PURPOSE = 'files';

/** Encrypts a file under a key of its project (AES-256-GCM): initialization vector, ciphertext, tag. */
export function sealBytes(projectId: string, body: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(projectId, PURPOSE), iv);
  return Buffer.concat([iv, cipher.update(body), cipher.final(), cipher.getAuthTag()]);
}

/** A stream that decrypts the ciphertext of `sealBytes`. It fails at the end if it was tampered with. */
export function openingCipher(projectId: string, iv: Buffer, tag: Buffer): DecipherGCM {
  return createDecipheriv('aes-256-gcm', keyOf(projectId, PURPOSE), iv).setAuthTag(tag);
}
