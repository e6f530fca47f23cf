import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { CONFERENCE, conference } from '@lobby/shared/modules/conference.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../../kit/base/errors.ts';
import { newId } from '../../../kit/database/database.ts';
import { type Behaviour, type ImportRow, oncePerImport, type Request } from '../../../kit/records/behaviour.ts';
import { rulesOf } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { type Change, save } from '../../../kit/store/save.ts';
import { loadRows } from '../desk/electorate.ts';
import { answerActs, proxyKeyOf } from './answers.ts';
import { countChange } from './counts.ts';

type Cells = ImportRow['values'];

/** Act that stores each kind of answer. */
const ACTS: Readonly<Record<string, string>> = { ATTEND: 'register', NOT_ATTEND: 'decline', AUTHORIZED: 'authorize' };
const keyOf = ({ conferenceId, unitId }: { conferenceId?: unknown; unitId?: unknown }): string =>
  `${conferenceId}:${unitId}`;
const isProxy = ({ attendance }: { attendance?: unknown }): boolean => attendance === 'AUTHORIZED';
const proxyIn = (ctx: Ctx, { representativeIdentifier }: Cells): string =>
  proxyKeyOf(ctx, String(representativeIdentifier ?? ''));

/** Meetings named by the rows, with their units and current proxies. */
async function loadKnown(ctx: Ctx, rows: readonly ImportRow[]) {
  const ids = [...new Set(rows.map(({ values }) => String(values.conferenceId)))];
  const [units, meetings] = await Promise.all([
    loadRows(ctx, { conferenceId: { $in: ids } }),
    records(conference).find(ctx, { _id: { $in: ids } }),
  ]);
  return {
    rows: new Map(units.map(doc => [keyOf(doc), doc])),
    meetings: new Map(meetings.map(doc => [doc._id, doc])),
  };
}
const loadOnce = oncePerImport(loadKnown);

/** Proxies in a file are entered by their identity papers, not as residents. */
const inputOf = ({ attendance: _attendance, conferenceId: _meeting, unitId: _unit, ...values }: Cells): Cells => ({
  channel: 'PAPER',
  representativeKind: 'OTHER',
  ...values,
});

/** Effect of the answer's act on the row; null if the answer is unchanged. */
async function loadAnswer(ctx: Ctx, row: Doc<typeof conferenceUnit>, values: Cells) {
  if (row.attendance === values.attendance && !isProxy(values)) return null;
  const rule = rulesOf(answerActs)[ACTS[String(values.attendance)] ?? ''];
  return rule ? rule(ctx, row, inputOf(values)) : null;
}

/** Reports a refusal at the cell of its field. */
async function atCell(rule: () => Promise<unknown>, fields: readonly string[]): Promise<void> {
  try {
    await rule();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { fields: faults = {}, ...params } = (error.data ?? {}) as { fields?: FieldErrors } & Record<string, unknown>;
    const [name, fault] = Object.entries(faults).find(([field]) => fields.includes(field)) ?? [];
    const texts = Object.fromEntries(
      Object.entries(params).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])),
    );
    failFields({ [name ?? 'unitId']: fault ?? { code: error.code, params: texts } }, error.code);
  }
}

/** Refuses a proxy for more units than the meeting allows, counting the rows above. */
async function assertProxyLimit(
  ctx: Ctx,
  values: Cells,
  above: readonly ImportRow[],
  held: readonly Doc<typeof conferenceUnit>[],
  limit: number,
): Promise<void> {
  if (limit === 0 || !isProxy(values)) return;
  const proxyKey = proxyIn(ctx, values);
  const listed = above.map(row => row.values).filter(row => row.conferenceId === values.conferenceId);
  const named = new Set(listed.map(keyOf).concat(keyOf(values)));
  const before = held.filter(row => isProxy(row) && row.proxyKey === proxyKey && !named.has(keyOf(row)));
  const again = listed.filter(row => isProxy(row) && proxyIn(ctx, row) === proxyKey);
  if (before.length + again.length < limit) return;
  const homes = await loadRefs(
    ctx.projectId,
    unit,
    [...before, ...again].flatMap(({ unitId }) => (typeof unitId === 'string' ? unitId : [])),
  );
  const units = [...homes.values()].map(({ code }) => code).toSorted();
  const params = { limit, units: units.join(', ') };
  failFields({ representativeIdentifier: { code: 'PROXY_LIMIT', params } }, 'PROXY_LIMIT');
}

/** Validates a row like an answer entered at the desk, together with stored answers and the rows above. */
async function checkRow(ctx: Ctx, request: Request): Promise<Cells> {
  const { values } = request;
  if (request.kind !== 'import') return values;
  if (!can(ctx, CONFERENCE, 'updateStatus')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: CONFERENCE });
  const { rows, meetings } = await loadOnce(ctx, request.rows);
  const row = rows.get(keyOf(values));
  if (!row) return failFields({ unitId: { code: 'REFERENCE_NOT_SUITABLE' } });
  const at = request.rows.findIndex(item => item.values === values);
  const above = request.rows.slice(0, Math.max(0, at));
  if (above.some(other => keyOf(other.values) === keyOf(values))) failFields({ unitId: { code: 'LISTED_TWICE' } });
  await atCell(
    () => loadAnswer(ctx, row, values),
    Object.keys(values).concat('representativeName', 'representativeIdentifier'),
  );
  const limit = meetings.get(String(values.conferenceId))?.proxyLimit ?? 0;
  await assertProxyLimit(ctx, values, above, [...rows.values()], limit);
  return values;
}

/** Stores all answers of a file in one transaction; each meeting's figures are updated once. */
export async function storeAnswers(
  ctx: Ctx,
  _definition: Definition,
  _behaviour: Behaviour,
  imported: readonly ImportRow[],
): Promise<{ created: number; updated: number; left: number; run: string }> {
  const { rows, meetings } = await loadKnown(ctx, imported);
  const run = newId();
  const changes: Change[] = [];
  const moved = new Map<string, { doc: Doc<typeof conferenceUnit>; set: Record<string, unknown> }[]>();
  for (const { values } of imported) {
    const row = rows.get(keyOf(values));
    const effect = row && (await loadAnswer(ctx, row, values));
    if (!row || !effect?.set) continue;
    const action = ACTS[String(values.attendance)] ?? '';
    const { set, first, also } = effect;
    changes.push({
      definition: conferenceUnit,
      action,
      run,
      update: { doc: row, set },
      ...(first && { first: session => first(session, set) }),
      ...(also && { also }),
    });
    const meetingId = row.conferenceId ?? '';
    moved.set(meetingId, [...(moved.get(meetingId) ?? []), { doc: row, set }]);
  }
  for (const [id, all] of moved) {
    const meeting = meetings.get(id);
    if (meeting) changes.push(countChange(meeting, all));
  }
  const answer = { created: 0, updated: imported.length, left: 0, run };
  if (changes.length > 0) await save(ctx, changes, answer);
  return answer;
}

export const answerSheetRules: Behaviour = { check: checkRow };
