import { device } from '@lobby/shared/modules/device.ts';
import { downtime } from '@lobby/shared/modules/downtime.ts';
import type { maintenance } from '@lobby/shared/modules/maintenance.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import { build } from '../../kit/records/records.ts';
import type { Doc } from '../../kit/store/records.ts';
import { records } from '../../kit/store/records.ts';
import type { Stored } from '../../kit/store/schema.ts';

/** A moment that was told, no later than now. */
function momentOf(ctx: Ctx, at: unknown): Date {
  const told = typeof at === 'string' ? new Date(at) : ctx.now;
  if (told > ctx.now) failFields({ at: { code: 'DATE_IN_FUTURE' } });
  return told;
}

interface Down {
  at?: unknown;
  why: unknown;
  note?: unknown;
  maintenanceId?: string;
}

/** A machine stands still from now on. */
export async function goesDown(ctx: Ctx, doc: Stored, { at, why, note, maintenanceId }: Down): Promise<Effect> {
  const from = momentOf(ctx, at);
  const insert = await build(ctx, downtime, {
    deviceId: doc._id,
    from,
    reason: why,
    note: note ?? null,
    maintenanceId: maintenanceId ?? null,
  });
  return { set: { down: true, downSince: from }, with: [{ definition: downtime, action: 'create', insert }] };
}

/** A machine works again. */
export async function comesUp(ctx: Ctx, doc: Stored, at: unknown): Promise<Effect> {
  const to = momentOf(ctx, at);
  const open = await records(downtime).first(ctx, { deviceId: doc._id, to: null });
  if (open && to < open.from) failFields({ at: { code: 'DATES_REVERSED' } });
  return {
    set: { down: false, downSince: null },
    with: open ? [{ definition: downtime, action: 'update', update: { doc: open, set: { to } } }] : [],
  };
}

/** What becomes of the machine of a work that stands still since it began, or works again with its end. */
export async function downOf(ctx: Ctx, work: Doc<typeof maintenance>, to: 'down' | 'up'): Promise<Effect> {
  const machine = typeof work.deviceId === 'string' ? await records(device).get(ctx, work.deviceId) : null;
  if (!machine || machine.down === (to === 'down')) return {};
  const why = work.kind === 'CORRECTIVE' ? 'BREAKDOWN' : work.kind;
  return to === 'down' ? goesDown(ctx, machine, { why, maintenanceId: work._id }) : comesUp(ctx, machine, undefined);
}

export const downActs: Readonly<Record<string, Rule>> = {
  down: (ctx, doc, { at, why, note }) => goesDown(ctx, doc, { at, why, note }),
  up: (ctx, doc, { at }) => comesUp(ctx, doc, at),
};
