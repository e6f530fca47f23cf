import type { Day } from '@lobby/shared/kit/dates.ts';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { blindIndex } from '../../kit/privacy/personal.ts';

const MINUTE_S = 60;
/** Wrong codes of a unit per minute, after which all are refused. */
const MOST_WRONG = 5;
const wrong = new LRUCache<string, number>({ max: 5000, ttl: MINUTE_S * 1000 });

/** Six-digit collection code of a unit for a day, derived from the key instead of stored. */
export function codeOf(projectId: string, unitId: string, day: Day): string {
  const digest = blindIndex(projectId, 'parcelCode', `${unitId} ${day}`);
  const number = Buffer.from(digest).reduce((sum, byte) => (sum * 257 + byte) % 1_000_003, 7);
  return String(number % 1_000_000).padStart(6, '0');
}

/** Refuses a wrong code; after several wrong ones all codes, for a minute. */
export function checkCode(ctx: Ctx, unitId: string, code: string): void {
  const key = `${ctx.projectId} ${unitId}`;
  const tries = wrong.get(key) ?? 0;
  if (tries >= MOST_WRONG) fail('TOO_MANY_REQUESTS', { seconds: MINUTE_S });
  if (code === codeOf(ctx.projectId, unitId, todayOf(ctx))) return;
  wrong.set(key, tries + 1, { ttl: wrong.getRemainingTTL(key) || MINUTE_S * 1000 });
  failFields({ code: { code: 'PARCEL_CODE_WRONG' } }, 'PARCEL_CODE_WRONG');
}
