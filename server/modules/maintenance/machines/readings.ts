import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { deviceReading, isRollover, type Meter } from '@lobby/shared/modules/device-reading.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import type { Session } from '../../../kit/database/database.ts';
import { checkFiles, claimFiles } from '../../../kit/files/files.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { build } from '../../../kit/records/records.ts';
import { type EffectOf, perform } from '../../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../../kit/serve.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { worksOfReading } from './triggers.ts';

type Machine = Doc<typeof device>;
/** Tolerance for device clocks that run ahead. */
const AHEAD_MS = 300_000;

export interface Reading {
  meter: string;
  value: number;
  at?: string | null | undefined;
  image?: readonly string[] | undefined;
  note?: string | null | undefined;
  reset?: boolean | undefined;
  workId?: string | null;
}

/** Readings of a meter directly before and after a time. */
async function neighbours(ctx: Ctx, deviceId: string, meter: string, at: Date) {
  const ofMeter = { deviceId, meter };
  const [before] = await records(deviceReading).find(
    ctx,
    { ...ofMeter, at: { $lte: at } },
    { sort: { at: -1, createdAt: -1 }, limit: 1 },
  );
  const [after] = await records(deviceReading).find(
    ctx,
    { ...ofMeter, at: { $gt: at } },
    { sort: { at: 1 }, limit: 1 },
  );
  return { before, after };
}

/** Refuses a decreasing counter unless it was reset or rolled over. */
function assertReadingNotLower(
  meter: Pick<Meter, 'kind' | 'max'>,
  value: number,
  reset: boolean,
  before: number | undefined,
  at: Date | null,
): void {
  if (meter.kind !== 'COUNTER' || reset || before === undefined || value >= before) return;
  if (isRollover(meter, before, value)) return;
  const code = 'READING_TOO_LOW';
  failFields({ value: { code, params: { last: before } } }, code, { last: before, at: at?.toISOString() ?? null });
}

/** An earlier reading in the same sheet. */
export interface Above {
  value: number;
  at: Date;
}

/** Effect of a reading: stores it, updates the meter, and creates the works of plans that it triggers. */
export async function readingEffect(
  ctx: Ctx,
  machine: Machine,
  reading: Reading,
  above?: Above,
): Promise<EffectOf<typeof device>> {
  const { meters } = machine;
  const meter = meters.find(({ key }) => key === reading.meter);
  if (!meter) return failFields({ meter: { code: 'CHOICE_INVALID' } });
  const at = reading.at ? new Date(reading.at) : ctx.now;
  if (at.getTime() > ctx.now.getTime() + AHEAD_MS) failFields({ at: { code: 'DATE_IN_FUTURE' } });
  const reset = reading.reset === true;
  const { before: stored, after } = await neighbours(ctx, machine._id, meter.key, at);
  const before = above && (!stored?.at || above.at >= stored.at) ? above : stored;
  assertReadingNotLower(meter, reading.value, reset, before?.value ?? undefined, before?.at ?? null);
  const images = [...(reading.image ?? [])];
  const fresh = await checkFiles(ctx, { image: deviceReading.fields.image }, { image: images });
  const insert = await build(ctx, deviceReading, {
    deviceId: machine._id,
    meter: meter.key,
    value: reading.value,
    at,
    byId: ctx.employeeId,
    image: images,
    note: reading.note ?? null,
    reset,
    workId: reading.workId ?? null,
  });
  const made: Change = {
    definition: deviceReading,
    action: 'create',
    insert,
    also: (session: Session) => claimFiles(fresh, session, { entity: deviceReading.name, id: insert._id }),
  };
  // An earlier reading entered late does not change the current meter value.
  const latest = after
    ? {}
    : {
        meters: meters.map(item =>
          item === meter ? { ...item, last: reading.value, lastAt: at.toISOString() } : item,
        ),
      };
  const works = after
    ? []
    : await worksOfReading(ctx, machine, meter, { value: reading.value, reset, before: before?.value ?? null });
  return {
    set: latest,
    with: [made, ...works],
    note: { before: null, after: { meter: meter.key, value: reading.value } },
  };
}

/** `PUT /device/:id/reading`: stores a meter reading. */
export const readingRoute: Route = route({
  method: 'put',
  path: `${device.path}/:id/reading`,
  summary: 'A reading of a meter of a machine; plans that go by it make their works',
  module: device.code,
  flags: ['write'],
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    version: z.int().min(1).optional(),
    meter: z.string().min(1).max(16),
    value: fieldSchema({ ...deviceReading.fields.value, required: true }),
    at: fieldSchema({ kind: 'instant' }).nullish(),
    image: z.array(idSchema).max(1).optional(),
    note: fieldSchema({ kind: 'text', max: 200 }).nullish(),
    reset: z.boolean().optional(),
  }),
  answer: responseSchema(device, 'detail'),
  async run(ctx, { params, body: { version, ...reading } }) {
    const saved = await perform(
      ctx,
      { definition: device, name: 'measured', id: params.id, input: { version } },
      (_ctx, doc) => readingEffect(ctx, doc, reading),
    );
    return loadDetail(ctx, device, saved);
  },
});
