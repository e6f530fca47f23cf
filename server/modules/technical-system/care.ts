import type { Definition } from '@lobby/shared/kit/definition.ts';
import { CARE, CARE_KINDS, type CareKind } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { dueOf, nextAfter } from '@lobby/shared/modules/upkeep.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { checkFiles, claimFiles } from '../../kit/files/files.ts';
import type { Rule } from '../../kit/records/act.ts';
import type { AnyDoc } from '../../kit/store/records.ts';
import { assertNotPlanned, keptDates, madeUpFor, recordedWork } from '../repair/index.ts';

type Values = Record<string, unknown>;
/** Default reminders of a kind, no longer than the cycle. */
function remindersOf(kind: CareKind, whole: Values): Values {
  const { cycle, first, second, usual } = CARE[kind];
  const days = typeof whole[cycle] === 'number' ? whole[cycle] : Number.MAX_SAFE_INTEGER;
  const far = whole[first] ?? Math.min(usual[0], days);
  const near = whole[second] ?? (usual[1] < Number(far) ? usual[1] : null);
  return { [first]: far, [second]: near };
}

/** Next date of a kind: the given one, else a cycle after the last one or the start. Also kept in `meant`, as works may bring an earlier date. */
function nextOf(kind: CareKind, values: Values, whole: Values): Values {
  const { cycle, last, next, meant } = CARE[kind];
  if (values[next] !== undefined) return { [meant]: values[next] };
  if (![cycle, last, 'startDate'].some(name => name in values)) return {};
  const day = nextAfter(whole[last], whole.startDate, whole[cycle]);
  return day ? { [next]: day, [meant]: day } : {};
}

/** Due status of each kind today; NONE unless `inService`. */
export function careDues(ctx: Ctx, whole: Values, inService: boolean): Record<string, string> {
  const today = todayOf(ctx);
  const dues = CARE_KINDS.map(kind => {
    const { due, next, first, usual } = CARE[kind];
    return [due, inService ? dueOf(whole[next], today, Number(whole[first] ?? usual[0])) : 'NONE'] as const;
  });
  return Object.fromEntries(dues);
}

/** Refuses a last date in the future, and a next one before it; calculated next dates are set before this check. */
function assertDateOrder(ctx: Ctx, values: Values, whole: Values): void {
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
export function completeCare(ctx: Ctx, values: Values, doc: Values | null, inService: boolean): Values {
  const whole: Values = { ...doc, ...values };
  const set: Values = {};
  for (const kind of CARE_KINDS) Object.assign(set, doc ? {} : remindersOf(kind, whole), nextOf(kind, values, whole));
  Object.assign(whole, set);
  assertDateOrder(ctx, values, whole);
  return { ...values, ...set, ...careDues(ctx, whole, inService) };
}

const failAt = (name: string, code: string): never => failFields({ [name]: { code } }, code);

/** Refuses a day of work in the future or before the last one of its kind. */
function assertDay(ctx: Ctx, kind: CareKind, doc: Values, doneOn: string): void {
  const last = doc[CARE[kind].last];
  if (doneOn > todayOf(ctx)) failFields({ doneOn: { code: 'DATE_IN_FUTURE' } });
  if (typeof last === 'string' && doneOn < last) failAt('doneOn', 'DONE_BEFORE_LAST');
}

/** Fields set by a work: last date, and next one as given or a cycle later. */
function doneOf(ctx: Ctx, kind: CareKind, doc: Values, input: Values, inService: boolean): Values {
  const { cycle, last, next, meant, contractor } = CARE[kind];
  const doneOn = String(input.doneOn);
  assertDay(ctx, kind, doc, doneOn);
  const name = kind === 'INSPECTION' ? 'validUntil' : 'nextDate';
  const named = input[name];
  const why = kind === 'INSPECTION' && { params: { why: 'maintenance.state.validBefore' } };
  if (typeof named === 'string' && named < doneOn) failFields({ [name]: { code: 'LAST_AFTER_NEXT', ...why } });
  const day = named ?? nextAfter(doneOn, null, doc[cycle]);
  const set: Values = {
    [last]: doneOn,
    [next]: day,
    [meant]: day,
    ...(input.contractorId ? { [contractor]: input.contractorId } : {}),
  };
  return { ...set, ...careDues(ctx, { ...doc, ...set }, inService) };
}

/** Actions that record a maintenance or an inspection. `inService`: whether due dates apply; `failed`: further fields after a failed inspection. */
export function careActs(
  definition: Definition,
  inService: (doc: Values) => boolean,
  failed: (doc: Values) => Values = () => ({}),
): Record<'record-maintenance' | 'record-inspection', Rule> {
  const targetName = definition === device ? 'deviceId' : 'systemId';
  const target = (doc: AnyDoc) => ({ [targetName]: doc._id });
  // Dates from works and plans take precedence.
  const kept = (ctx: Ctx, doc: AnyDoc, ended: readonly string[]) => keptDates(ctx, targetName, doc, {}, ended);
  return {
    async 'record-maintenance'(ctx, doc, input) {
      const own = doneOf(ctx, 'MAINTENANCE', doc, input, inService(doc));
      const met = await madeUpFor(ctx, target(doc), 'MAINTENANCE', input.doneOn);
      const set = { ...own, ...(await kept(ctx, doc, met.ids)) };
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
    async 'record-inspection'(ctx, doc, input) {
      const files = Array.isArray(input.files) ? input.files.map(String) : [];
      if (input.result === 'PASSED' && files.length === 0) failAt('files', 'CERTIFICATE_REQUIRED');
      if (input.result === 'CONDITIONAL' && !input.validUntil) failFields({ validUntil: { code: 'REQUIRED' } });
      const fields = { certificates: definition.fields.certificates } as Definition['fields'];
      const fresh = await checkFiles(ctx, fields, { certificates: files });
      const set = doneOf(ctx, 'INSPECTION', doc, input, inService(doc));
      // After a failed inspection the next date stays.
      const { next, meant } = CARE.INSPECTION;
      const isOver = input.result !== 'FAILED';
      const met = isOver ? await madeUpFor(ctx, target(doc), 'INSPECTION', input.doneOn) : { ids: [], changes: [] };
      const stays = !isOver && { [next]: doc[next] ?? null, [meant]: doc[meant] ?? null, ...failed(doc) };
      const whole = { ...set, ...(await kept(ctx, doc, met.ids)), ...stays, lastInspectionResult: input.result };
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
        also: session => claimFiles(fresh, session, { entity: definition.name, id: doc._id }),
      };
    },
  };
}
