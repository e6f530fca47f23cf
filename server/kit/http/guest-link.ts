import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Grant } from '../base/context.ts';
import { fail } from '../base/errors.ts';
import { clockMs } from '../database/clock.ts';

/** Content of a signed link from before passes were records: one record of one project, with an expiry time. */
export interface GuestLink extends Grant {
  projectId: string;
  /** Epoch time in milliseconds. */
  until: number;
}

const linkSchema = z.strictObject({
  projectId: z.string(),
  definition: z.string(),
  recordId: z.string(),
  acts: z.array(z.string()),
  holder: z.string(),
  until: z.number(),
});
let secret = '';
/** Sets the secret that signs guest links. Called once at start. */
export function configureGuestSecret(key: string): void {
  secret = key;
}

const sign = (text: string) => createHmac('sha256', secret).update(`guest ${text}`).digest('base64url');

/** Reads a signed link. Refuses it with LINK_NOT_VALID if it was changed, has expired or is for another definition. */
export function readGuestLink(link: string | undefined, definition: string): GuestLink {
  const [text = '', sig = ''] = (link ?? '').split('.');
  const [good, had] = [Buffer.from(sign(text)), Buffer.from(sig)];
  if (good.length !== had.length || !timingSafeEqual(good, had)) fail('LINK_NOT_VALID');
  const read = linkSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  if (!read.success || read.data.definition !== definition || read.data.until < clockMs()) fail('LINK_NOT_VALID');
  return read.data;
}

/** A code posted at a place: knowing it proves that somebody has been there. */
export const placeCode = (projectId: string, placeId: string): string =>
  createHmac('sha256', secret).update(`place ${projectId} ${placeId}`).digest('base64url').slice(0, 16);
