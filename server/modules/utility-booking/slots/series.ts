import { idSchema } from '@lobby/shared/kit/schema.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../../kit/base/errors.ts';
import { words } from '../../../kit/base/messages.ts';
import { newId } from '../../../kit/database/database.ts';
import type { Behaviour } from '../../../kit/records/behaviour.ts';
import { assertWritable, build } from '../../../kit/records/records.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import { needRef } from '../../../kit/store/refs/refs.ts';
import { type Change, retryOnConflict, save } from '../../../kit/store/save.ts';
import type { Frame } from '../../utility/index.ts';
import { notifyOfBooking } from '../acts.ts';
import { completeBooking, draftOf, keepPlace } from '../complete.ts';
import { onceEach } from '../household/following.ts';
import { storedSlots } from './occupancy.ts';
import { assertRepeatable, timesBy } from './repeats.ts';
import { releaseOwn } from './slot-holds.ts';

/** Refusals that skip a repetition, which is reported, and leave the others. */
const SKIPPED = new Set([
  'UTILITY_CLOSED',
  'OUTSIDE_PRE_ORDER_TIME_SLOT',
  'LIMIT_PER_UNIT',
  'LIMIT_PER_USAGE',
  'LIMIT_PER_SLOT',
  'TOO_MANY_BOOKINGS',
  'FRAME_INVALID',
]);

/** Refusal of a repetition within the transaction. */
class TimeRefused extends Error {
  readonly at: number;
  readonly refusal: Refusal;
  constructor(at: number, refusal: Refusal) {
    super(refusal.code);
    this.at = at;
    this.refusal = refusal;
  }
}

const skipOrThrow = (at: number) => (error: unknown) => {
  if (error instanceof Refusal && SKIPPED.has(error.code)) throw new TimeRefused(at, error);
  throw error;
};

const from = z.iso.datetime();
export const seriesSchema = z.object({
  seriesId: idSchema,
  done: z.array(z.object({ id: idSchema, code: z.string(), from })),
  refused: z.array(z.object({ from, code: z.string(), message: z.string() })),
});

/** Books all possible repetitions of a rule in one transaction; reports the others with the reason. */
export async function createSeries(
  ctx: Ctx,
  values: Values<typeof utilityBooking>,
  rule: string,
  behaviour: Behaviour,
) {
  const amenity = await needRef(ctx, utility, values.utilityId ?? '', 'utilityId');
  assertRepeatable(ctx, amenity);
  const { paymentImages, ...booking } = values;
  // An image proves a single payment.
  if (paymentImages && paymentImages.length > 0) failFields({ paymentImages: { code: 'INVALID' } });
  assertWritable(ctx, utilityBooking.fields, booking);
  const times = timesBy(rule, draftOf(booking).slots, ctx.project.timeZone);
  if (times.length === 0) fail('FRAME_REQUIRED', { fields: { slots: { code: 'FRAME_REQUIRED' } } });
  const seriesId = newId();
  const skipped = new Map<number, Refusal>();
  const book = async () => {
    const changes: Change[] = [];
    const done: { id: string; code: string; from: string }[] = [];
    for (const [at, slots] of times.entries()) {
      if (skipped.has(at)) continue;
      const input = { ...booking, slots: storedSlots(slots), seriesId, rrule: rule };
      const whole = await completeBooking(ctx, { kind: 'create', values: input, doc: null }).catch(skipOrThrow(at));
      const doc = await build(ctx, utilityBooking, whole);
      const made = { kind: 'create', doc, before: null } as const;
      const isFirst = done.length === 0;
      doc.seriesCode = done[0]?.code ?? doc.code;
      done.push({ id: doc._id, code: doc.code ?? '', from: fromOf(slots) });
      changes.push(
        {
          definition: utilityBooking,
          action: 'create',
          insert: doc,
          async also(session) {
            await keepPlace(ctx, session, made).catch(skipOrThrow(at));
            if (!isFirst) return;
            await releaseOwn(ctx, amenity._id, session);
            await notifyOfBooking(ctx, session, made);
          },
        },
        ...onceEach(changes, (await behaviour.changes?.(ctx, made)) ?? []),
      );
    }
    const refused = [...skipped]
      .sort(([a], [b]) => a - b)
      .map(([at, { code, data }]) => ({ from: fromOf(times[at] ?? []), code, message: words(ctx, code, plain(data)) }));
    if (done.length === 0) fail('SERIES_NOT_POSSIBLE', { refused, fields: { rrule: { code: 'SERIES_NOT_POSSIBLE' } } });
    const answer = { seriesId, done, refused };
    await save(ctx, changes, answer);
    return answer;
  };
  return retryOnConflict(async () => {
    for (;;)
      try {
        return await book();
      } catch (error) {
        if (!(error instanceof TimeRefused)) throw error;
        skipped.set(error.at, error.refusal);
      }
  });
}

const fromOf = ([slot]: readonly Frame[]): string => slot?.from.toISOString() ?? '';
const plain = (data: Record<string, unknown> = {}): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(data).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );
