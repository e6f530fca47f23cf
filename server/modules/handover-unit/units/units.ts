import { addDays } from '@lobby/shared/kit/dates.ts';
import { HANDOVER, handoverTemplate } from '@lobby/shared/modules/handover-data.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit, SOON_DAYS } from '@lobby/shared/modules/handover-unit.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { oncePerImport } from '../../../kit/records/behaviour.ts';
import { build, keysAfter } from '../../../kit/records/records.ts';
import type { Action, ActionsOf, BehaviourOf, RequestOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records, type Where } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import type { Change } from '../../../kit/store/save.ts';
import { handoverConfig } from '../config.ts';
import { fits, templateFor } from '../data.ts';
import { failHandover } from '../sheet/refuse.ts';

type Row = Values<typeof handoverUnit>;

/** Whether the handover is overdue or due soon. */
export function timesOf(ctx: Ctx, { dueTo, status }: Row): { late: boolean; dueSoon: boolean } {
  if (!dueTo || status === 'HANDED_OVER') return { late: false, dueSoon: false };
  const today = todayOf(ctx);
  const late = dueTo < today;
  return { late, dueSoon: !late && dueTo <= addDays(today, SOON_DAYS) };
}

/** Values that a row copies from its unit. */
export async function loadShown(ctx: Ctx, home: Doc<typeof unit>): Promise<Row> {
  const blockId = home.blockId;
  const stands = (await loadRefs(ctx.projectId, block, [blockId])).get(blockId);
  return {
    blockId,
    floorId: home.floorId,
    unitType: home.type,
    place: `${stands?.name ?? ''} ${home.code}`.trim().slice(0, 100),
  };
}

/** Householder of each unit, preferably one who owns it. */
export async function loadOwners(ctx: Ctx, unitIds: readonly string[]): Promise<Map<string, string>> {
  const { projectId } = ctx;
  const homes = await records(residency).find({ projectId }, { living: true, unitId: { $in: [...unitIds] } });
  const people = await loadRefs(
    projectId,
    resident,
    homes.map(home => home.residentId),
  );
  const heads = homes.filter(home => home.role === 'HOUSEHOLDER' && people.has(home.residentId));
  // Owners before householders who do not own the unit.
  const sorted = heads.toSorted((a, b) => Number(b.owner === true) - Number(a.owner === true));
  return new Map(sorted.toReversed().map(home => [home.unitId, home.residentId]));
}

export const activeTemplates = (ctx: Ctx): Promise<Doc<typeof handoverTemplate>[]> =>
  records(handoverTemplate).find(ctx, { active: true }, { limit: 500, patience: 2000 });

/** Data for adding units, loaded once for many. */
export interface Known {
  homes: ReadonlyMap<string, Doc<typeof unit>>;
  owners: ReadonlyMap<string, string>;
  templates: readonly Doc<typeof handoverTemplate>[];
}
export async function loadKnown(ctx: Ctx, unitIds: readonly string[]): Promise<Known> {
  const [homes, owners, templates] = await Promise.all([
    loadRefs(ctx.projectId, unit, unitIds),
    loadOwners(ctx, unitIds),
    activeTemplates(ctx),
  ]);
  return { homes, owners, templates };
}
const knownOfRows = oncePerImport((ctx: Ctx, rows) =>
  loadKnown(ctx, rows.map(({ values }) => String(values.unitId ?? '')).filter(Boolean)),
);

/** Initial values of a row. */
export async function begun(ctx: Ctx, values: Row, { homes, owners, templates }: Known): Promise<Row> {
  const unitId = values.unitId ?? '';
  const home = homes.get(unitId);
  if (!home) return values;
  if (home.handoverStatus === 'HANDED_OVER') failHandover('UNIT_HANDED_OVER', 'unitId', { unit: home.code });
  const template = templateFor(templates, home);
  return {
    ...values,
    ...(await loadShown(ctx, home)),
    unitKey: unitId,
    ownerId: values.ownerId ?? owners.get(unitId) ?? null,
    templateId: values.templateId ?? template?._id ?? null,
    ...timesOf(ctx, values),
  };
}

/** Refuses a template that does not apply to the unit. */
async function assertTemplateFits(ctx: Ctx, { templateId, unitId }: Row): Promise<void> {
  if (!templateId || !unitId) return;
  const [template, home] = await Promise.all([
    loadRefs(ctx.projectId, handoverTemplate, [templateId]),
    loadRefs(ctx.projectId, unit, [unitId]),
  ]);
  const [chosen, place] = [template.get(templateId), home.get(unitId)];
  if (chosen && place && !fits(chosen, place)) failHandover('TEMPLATE_UNSUITED', 'templateId');
}

/** Validates and completes a row: refuses unsuitable templates, and removal once the handover has begun. */
async function complete(ctx: Ctx, request: RequestOf<typeof handoverUnit>): Promise<Row> {
  const { kind, values, doc } = request;
  if (kind === 'remove' && (doc.status !== 'WAITING_HANDOVER' || (await isDated(ctx, doc)))) fail('HANDOVER_STARTED');
  if (kind === 'remove' || kind === 'restore') return values;
  const { unitId } = values;
  await assertTemplateFits(ctx, { templateId: values.templateId, unitId: unitId ?? doc?.unitId });
  if (doc) {
    const home = unitId ? (await loadRefs(ctx.projectId, unit, [unitId])).get(unitId) : undefined;
    // Once begun, a row cannot change to another unit.
    if (home && home._id !== doc.unitId && doc.status !== 'WAITING_HANDOVER') fail('HANDOVER_STARTED');
    const times = 'dueTo' in values ? timesOf(ctx, { ...doc, ...values }) : {};
    const paid = await saidInFile(ctx, values, doc);
    return { ...values, ...paid, ...(home && { ...(await loadShown(ctx, home)), unitKey: home._id }), ...times };
  }
  const paid = await saidInFile(ctx, values, null);
  const facts = kind === 'import' ? await knownOfRows(ctx, request.rows) : await loadKnown(ctx, unitId ? [unitId] : []);
  return begun(ctx, { ...values, ...paid }, facts);
}

/**
 * Applies the payment status of an imported row like a manual change: needs the permission, is refused if the ledger decides, and cannot be withdrawn
 * after the handover.
 */
async function saidInFile(ctx: Ctx, { obligation }: Row, doc: Doc<typeof handoverUnit> | null): Promise<Row> {
  const before = doc?.obligation ?? 'INCOMPLETE';
  if (!obligation || obligation === before) return {};
  await assertSetByHand(ctx);
  const isTakenBack = obligation === 'INCOMPLETE' && doc?.status === 'HANDED_OVER';
  if (isTakenBack || !can(ctx, HANDOVER, 'updateStatus')) failFields({ obligation: { code: 'IMPORT_STATE_NOT_SET' } });
  return obliged(ctx, obligation, null);
}

/** Whether an appointment of a row was ever scheduled. */
const isDated = (ctx: Ctx, row: Doc<typeof handoverUnit>): Promise<boolean> =>
  records(handoverSchedule).exists(ctx, {
    handoverId: row._id,
    $or: [{ status: { $ne: 'NOT_SCHEDULED' } }, { round: { $gt: 1 } }],
  });

export const unitRules = {
  check: complete,
  changes: async (ctx, { kind, doc }) =>
    kind === 'create' || kind === 'import' ? [await firstAppointment(ctx, doc)] : [],
} satisfies BehaviourOf<typeof handoverUnit>;

/** First appointment of a unit, without a time. */
export async function firstAppointment(ctx: Ctx, row: Doc<typeof handoverUnit>): Promise<Change> {
  const { unitId, blockId, ownerId } = row;
  const { meetingPoint } = await handoverConfig(ctx.projectId);
  const values = { unitId, blockId, ownerId, handoverId: row._id, round: 1, kind: 'FIRST', meetingPoint };
  const insert = await build(ctx, handoverSchedule, values, true);
  const keys = await keysAfter(ctx, handoverSchedule, insert);
  return { definition: handoverSchedule, action: 'create', insert: { ...insert, ...(keys && { keys }) } };
}

/** Refuses manual changes if the ledger decides. */
async function assertSetByHand(ctx: Ctx): Promise<void> {
  const { obligationSource } = await handoverConfig(ctx.projectId);
  if (obligationSource === 'LEDGER') failHandover('OBLIGATION_BY_LEDGER', 'obligation');
}
const obliged = (
  ctx: Ctx,
  obligation: 'COMPLETE' | 'INCOMPLETE',
  note: string | null | undefined,
): Partial<Doc<typeof handoverUnit>> => ({
  obligation,
  obligationNote: note ?? null,
  obligationBy: ctx.kind === 'staff' ? ctx.actor.id : null,
  obligationAt: ctx.now,
});

/** Marks an act as refused if the ledger decides. */
const byHand = <A extends object>(action: A): A => Object.assign(action, { refuses: assertSetByHand });

export const obligationActs = {
  'confirm-obligation': byHand<Action<typeof handoverUnit, 'confirm-obligation'>>((ctx, _doc, { note }) => ({
    set: obliged(ctx, 'COMPLETE', note),
  })),
  'withdraw-obligation': byHand<Action<typeof handoverUnit, 'withdraw-obligation'>>((ctx, _doc, { reason }) => ({
    set: obliged(ctx, 'INCOMPLETE', reason),
  })),
  async 'set-template'(ctx, doc, { templateId }) {
    await assertTemplateFits(ctx, { templateId, unitId: doc.unitId });
    return { set: { templateId } };
  },
} satisfies ActionsOf<typeof handoverUnit>;

export const loadRows = (ctx: Ctx, query: Where<typeof handoverUnit>): Promise<Doc<typeof handoverUnit>[]> =>
  records(handoverUnit).find(ctx, query);
