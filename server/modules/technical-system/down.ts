import { announcement } from '@lobby/shared/modules/announcement.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { downtime } from '@lobby/shared/modules/downtime.ts';
import { elevator } from '@lobby/shared/modules/elevator.ts';
import type { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { build } from '../../kit/records/records.ts';
import type { ActionsOf, EffectOf } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';

/** A given time, at most now. */
function momentOf(ctx: Ctx, at: string | null | undefined): Date {
  const time = at ? new Date(at) : ctx.now;
  if (time > ctx.now) failFields({ at: { code: 'DATE_IN_FUTURE' } });
  return time;
}

interface Down {
  at?: string | null | undefined;
  why: string;
  note?: string | null | undefined;
  maintenanceId?: string;
}

/** Begins a downtime of a device. */
export async function goesDown(
  ctx: Ctx,
  doc: Doc<typeof device>,
  { at, why, note, maintenanceId }: Down,
): Promise<EffectOf<typeof device>> {
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

/** Ends the downtime of a device. */
export async function comesUp(
  ctx: Ctx,
  doc: Doc<typeof device>,
  at: string | null | undefined,
): Promise<EffectOf<typeof device>> {
  const to = momentOf(ctx, at);
  const open = await records(downtime).first(ctx, { deviceId: doc._id, to: null });
  if (open && to < open.from) failFields({ at: { code: 'DATES_REVERSED' } });
  return {
    set: { down: false, downSince: null },
    with: open ? [{ definition: downtime, action: 'update', update: { doc: open, set: { to } } }] : [],
  };
}

/** Begins or ends the downtime of a work's device. */
export async function loadDown(
  ctx: Ctx,
  work: Doc<typeof maintenance>,
  to: 'down' | 'up',
): Promise<EffectOf<typeof device>> {
  const machine = work.deviceId ? await records(device).get(ctx, work.deviceId) : null;
  if (!machine || machine.down === (to === 'down')) return {};
  const why = work.kind === 'CORRECTIVE' ? 'BREAKDOWN' : work.kind;
  return to === 'down' ? goesDown(ctx, machine, { why, maintenanceId: work._id }) : comesUp(ctx, machine, undefined);
}

/** Draft announcement of a downtime: for the block of a lift, else for all residents. It is not published. */
async function buildDraft(ctx: Ctx, doc: Doc<typeof device>, note: string | null | undefined): Promise<Change> {
  if (!can(ctx, announcement.code, 'write')) failFields({ announce: { code: 'FORBIDDEN' } }, 'FORBIDDEN');
  const lift = doc.elevatorId ? await records(elevator).get(ctx, doc.elevatorId) : null;
  const say = (key: string) => text('vi', `device.announce.${key}`, { name: doc.name });
  const insert = await build(ctx, announcement, {
    title: say('title'),
    content: [say('content'), note].filter(Boolean).join('\n'),
    creatorId: ctx.employeeId,
    ...(lift?.blockId ? { audience: 'UNITS', blockIds: [lift.blockId] } : { audience: 'RESIDENTS' }),
  });
  return { definition: announcement, action: 'create', insert };
}

export const downActs = {
  async down(ctx, doc, { at, why, note, announce }) {
    const effect = await goesDown(ctx, doc, { at, why, note });
    return announce === true ? { ...effect, with: [...(effect.with ?? []), await buildDraft(ctx, doc, note)] } : effect;
  },
  up: (ctx, doc, { at }) => comesUp(ctx, doc, at),
} satisfies ActionsOf<typeof device>;
