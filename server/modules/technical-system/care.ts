import type { InputOf } from '@lobby/shared/kit/fields.ts';
import {
  CARE,
  type CARE_FIELDS,
  CARE_KINDS,
  type CareKind,
  type recordInspection,
  type recordMaintenance,
} from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import type { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { type DueStatus, dueOf, nextAfter } from '@lobby/shared/modules/upkeep.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { checkFiles, claimFiles } from '../../kit/files/files.ts';
import type { Effect } from '../../kit/records/acts/act.ts';
import type { Doc } from '../../kit/store/records.ts';
import { assertNotPlanned, type CareValues, keptDates, madeUpFor, recordedWork } from '../maintenance/repair/index.ts';

/** A system or a device. */
export type CaredDoc = Doc<typeof technicalSystem> | Doc<typeof device>;
/** Fields of care that are set. */
type CareSet = Partial<Pick<Doc<typeof device>, keyof typeof CARE_FIELDS>>;
/** What is said of a maintenance or an inspection that was done. */
type DoneInput = Pick<InputOf<typeof recordMaintenance.input>, 'doneOn' | 'contractorId' | 'nextDate'> &
  Pick<InputOf<typeof recordInspection.input>, 'validUntil'>;
/** Effect of a record; a failed inspection may also change the status of a device. */
type CareEffect = Omit<Effect, 'set' | 'status'> & { set: CareSet & Partial<Pick<Doc<typeof device>, 'status'>> };

/** Default reminders of a kind, no longer than the cycle. */
function remindersOf(kind: CareKind, whole: CareValues): CareSet {
  const { cycle, first, second, usual } = CARE[kind];
  const days = whole[cycle] ?? Number.MAX_SAFE_INTEGER;
  const far = whole[first] ?? Math.min(usual[0], days);
  const set: CareSet = {};
  set[first] = far;
  set[second] = whole[second] ?? (usual[1] < far ? usual[1] : null);
  return set;
}

/** Next date of a kind: the given one, else a cycle after the last one or the start. Also kept in `meant`, as works may bring an earlier date. */
function nextOf(kind: CareKind, values: CareValues, whole: CareValues): CareSet {
  const { cycle, last, next, meant } = CARE[kind];
  const set: CareSet = {};
  if (values[next] !== undefined) {
    set[meant] = values[next];
    return set;
  }
  if (![cycle, last, 'startDate'].some(name => name in values)) return set;
  const day = nextAfter(whole[last], whole.startDate, whole[cycle]);
  if (!day) return set;
  set[next] = day;
  set[meant] = day;
  return set;
}

/** Due status of each kind today; NONE unless `inService`. */
export function careDues(
  ctx: Ctx,
  whole: CareValues,
  inService: boolean,
): Record<'maintenanceDue' | 'inspectionDue', DueStatus> {
  const today = todayOf(ctx);
  const dueBy = (kind: CareKind): DueStatus => {
    const { next, first, usual } = CARE[kind];
    return inService ? dueOf(whole[next], today, whole[first] ?? usual[0]) : 'NONE';
  };
  return { maintenanceDue: dueBy('MAINTENANCE'), inspectionDue: dueBy('INSPECTION') };
}

/** Refuses a last date in the future, and a next one before it; calculated next dates are set before this check. */
function assertDateOrder(ctx: Ctx, values: CareValues, whole: CareValues): void {
  const today = todayOf(ctx);
  const ahead = CARE_KINDS.map(kind => CARE[kind].last).filter(
    name => typeof values[name] === 'string' && values[name] > today,
  );
  if (ahead.length > 0) failFields(Object.fromEntries(ahead.map(name => [name, { code: 'DATE_IN_FUTURE' }])));
  const errors = CARE_KINDS.flatMap(kind => {
    const { last, next } = CARE[kind];
    const [before, after] = [whole[last], whole[next]];
    if (!(last in values || next in values) || typeof before !== 'string' || typeof after !== 'string') return [];
    return after < before ? [[next, { code: 'LAST_AFTER_NEXT' }] as const] : [];
  });
  if (errors.length > 0) failFields(Object.fromEntries(errors));
}

/** Completes the care of a system or device: default reminders for a new one, next dates, and due status. */
export function completeCare<V extends CareValues>(
  ctx: Ctx,
  values: V,
  doc: CaredDoc | null,
  inService: boolean,
): V & CareSet {
  const whole: CareValues = { ...doc, ...values };
  const set: CareSet = {};
  for (const kind of CARE_KINDS) Object.assign(set, doc ? {} : remindersOf(kind, whole), nextOf(kind, values, whole));
  Object.assign(whole, set);
  assertDateOrder(ctx, values, whole);
  return { ...values, ...set, ...careDues(ctx, whole, inService) };
}

const failAt = (name: string, code: string): never => failFields({ [name]: { code } }, code);

/** Refuses a day of work in the future or before the last one of its kind. */
function assertDay(ctx: Ctx, kind: CareKind, doc: CaredDoc, doneOn: string): void {
  const last = doc[CARE[kind].last];
  if (doneOn > todayOf(ctx)) failFields({ doneOn: { code: 'DATE_IN_FUTURE' } });
  if (last && doneOn < last) failAt('doneOn', 'DONE_BEFORE_LAST');
}

/** Fields set by a work: last date, and next one as given or a cycle later. */
function doneOf(ctx: Ctx, kind: CareKind, doc: CaredDoc, input: DoneInput, inService: boolean): CareSet {
  const { cycle, last, next, meant, contractor } = CARE[kind];
  const { doneOn } = input;
  assertDay(ctx, kind, doc, doneOn);
  const name = kind === 'INSPECTION' ? 'validUntil' : 'nextDate';
  const named = input[name];
  const why = kind === 'INSPECTION' && { params: { why: 'maintenance.state.validBefore' } };
  if (named && named < doneOn) failFields({ [name]: { code: 'LAST_AFTER_NEXT', ...why } });
  const day = named ?? nextAfter(doneOn, null, doc[cycle]);
  const set: CareSet = {};
  set[last] = doneOn;
  set[next] = day;
  set[meant] = day;
  if (input.contractorId) set[contractor] = input.contractorId;
  return { ...set, ...careDues(ctx, { ...doc, ...set }, inService) };
}

/** Actions that record a maintenance or an inspection. `inService`: whether due dates apply; `failed`: further fields after a failed inspection. */
export function careActs(
  definition: typeof technicalSystem | typeof device,
  inService: (doc: CaredDoc) => boolean,
  failed: (doc: CaredDoc) => Partial<Pick<Doc<typeof device>, 'status'>> = () => ({}),
) {
  const targetName = definition === device ? 'deviceId' : 'systemId';
  const target = (doc: CaredDoc) => ({ [targetName]: doc._id });
  // Dates from works and plans take precedence.
  const datesAfter = (ctx: Ctx, doc: CaredDoc, ended: readonly string[]) => keptDates(ctx, targetName, doc, {}, ended);
  return {
    async 'record-maintenance'(
      ctx: Ctx,
      doc: CaredDoc,
      input: InputOf<typeof recordMaintenance.input>,
    ): Promise<CareEffect> {
      const dates = doneOf(ctx, 'MAINTENANCE', doc, input, inService(doc));
      const met = await madeUpFor(ctx, target(doc), 'MAINTENANCE', input.doneOn);
      const set = { ...dates, ...(await datesAfter(ctx, doc, met.ids)) };
      if (input.nextDate && set[CARE.MAINTENANCE.next] !== input.nextDate)
        await assertNotPlanned(ctx, { name: targetName, id: doc._id }, doc, 'MAINTENANCE', 'nextDate');
      const { result, cost, files } = input;
      const { doneOn, contractorId } = input;
      const done = { kind: 'MAINTENANCE' as const, doneOn, contractorId, result, cost, files };
      return {
        set: { ...set, ...careDues(ctx, { ...doc, ...set }, inService(doc)) },
        with: [...met.changes, await recordedWork(ctx, target(doc), doc, done)],
      };
    },
    async 'record-inspection'(
      ctx: Ctx,
      doc: CaredDoc,
      input: InputOf<typeof recordInspection.input>,
    ): Promise<CareEffect> {
      const files = input.files ?? [];
      if (input.result === 'PASSED' && files.length === 0) failAt('files', 'CERTIFICATE_REQUIRED');
      if (input.result === 'CONDITIONAL' && !input.validUntil) failFields({ validUntil: { code: 'REQUIRED' } });
      const fields = { certificates: definition.fields.certificates };
      const fresh = await checkFiles(ctx, fields, { certificates: files });
      const set = doneOf(ctx, 'INSPECTION', doc, input, inService(doc));
      // After a failed inspection the next date stays.
      const { next, meant } = CARE.INSPECTION;
      const isOver = input.result !== 'FAILED';
      const met = isOver ? await madeUpFor(ctx, target(doc), 'INSPECTION', input.doneOn) : { ids: [], changes: [] };
      const stays = !isOver && { [next]: doc[next], [meant]: doc[meant], ...failed(doc) };
      const whole = { ...set, ...(await datesAfter(ctx, doc, met.ids)), ...stays, lastInspectionResult: input.result };
      const dues = careDues(ctx, { ...doc, ...whole }, inService({ ...doc, ...whole }));
      return {
        set: {
          ...whole,
          ...dues,
          ...(input.certificateNumber ? { certificateNumber: input.certificateNumber } : {}),
          ...(files.length > 0 && { certificates: files }),
        },
        with: [
          ...met.changes,
          await recordedWork(ctx, target(doc), doc, {
            kind: 'INSPECTION',
            doneOn: input.doneOn,
            contractorId: input.contractorId,
            result: input.description,
            cost: input.cost,
            found: {
              inspectionResult: input.result,
              certificateNumber: input.certificateNumber ?? null,
              validUntil: input.validUntil ?? null,
              certificates: files,
            },
          }),
        ],
        also: (session: Session) => claimFiles(fresh, session, { entity: definition.name, id: doc._id }),
      };
    },
  };
}
