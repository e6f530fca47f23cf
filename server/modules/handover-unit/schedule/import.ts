import { instantAt, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { readHours } from '@lobby/shared/kit/hours.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../../kit/base/errors.ts';
import { newId } from '../../../kit/database/database.ts';
import { loadChanges } from '../../../kit/records/acts/act.ts';
import { type Behaviour, type ImportRow, oncePerImport, type Request } from '../../../kit/records/behaviour.ts';
import { asRule } from '../../../kit/records/typed-behaviour.ts';
import { records } from '../../../kit/store/records.ts';
import { checkWorkers } from '../../../kit/store/refs/refs.ts';
import { save } from '../../../kit/store/save.ts';
import { handoverConfig } from '../config.ts';
import { scheduleAppointment } from './schedule.ts';
import { assertTimeFree, findOverlapping, type Span } from './slots.ts';

type Cells = ImportRow['values'];
const MOST = 5000;
const mailOf = ({ email }: Cells): string => String(email ?? '').toLowerCase();

/** Open appointments by unit, and employees by mail address. */
async function loadKnown(ctx: Ctx, rows: readonly ImportRow[]) {
  const scope = { projectId: ctx.projectId, deletedAt: null };
  const unitIds = rows.map(({ values }) => values.unitId).filter(id => typeof id === 'string');
  const visits = await records(handoverSchedule).find(
    ctx,
    { ...scope, unitId: { $in: unitIds }, status: { $in: ['NOT_SCHEDULED', 'PENDING_EXECUTION'] } },
    { limit: MOST },
  );
  const people = await records(employee).find(
    ctx,
    { ...scope, email: { $in: rows.map(({ values }) => mailOf(values)) } },
    { limit: MOST },
  );
  return {
    visits: new Map(visits.map(visit => [visit.unitId ?? '', visit])),
    people: new Map(people.map(person => [person.email.toLowerCase(), person])),
    config: await handoverConfig(ctx.projectId),
  };
}
const loadOnce = oncePerImport(loadKnown);

/** Requested time of a row; null if its hour is invalid. */
function spanOf({ project: { timeZone } }: Ctx, { day, hour }: Cells, slotMinutes: number): Span | null {
  // Parses the hour as the start of a range.
  const [at] = readHours(`${hour}-24:00`) ?? [];
  if (!at || typeof day !== 'string') return null;
  const from = instantAt(day, at.from, timeZone);
  return { from, to: new Date(from.getTime() + slotMinutes * MINUTE_MS) };
}

/** Reports a refusal at the cell of the hour. */
async function atHour(rule: () => Promise<unknown>): Promise<void> {
  try {
    await rule();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { fields } = (error.data ?? {}) as { fields?: FieldErrors };
    const [first] = Object.values(fields ?? {});
    failFields({ hour: first ?? { code: error.code } }, error.code);
  }
}

/** Validates a row like the scheduling act, together with existing appointments and the rows above. */
async function checkRow(ctx: Ctx, request: Request): Promise<Cells> {
  const { values } = request;
  if (request.kind !== 'import') return values;
  if (!can(ctx, HANDOVER, 'updateStatus')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: HANDOVER });
  const { visits, people, config } = await loadOnce(ctx, request.rows);
  const visit = visits.get(String(values.unitId));
  if (!visit) failFields({ unitId: { code: 'UNIT_MISSING' } }, 'HANDOVER_INVALID');
  if (visit.status !== 'NOT_SCHEDULED')
    failFields({ unitId: { code: 'HANDOVER_OPEN', params: { code: visit.code ?? '' } } }, 'HANDOVER_OPEN');
  const who = people.get(mailOf(values));
  if (!who) failFields({ email: { code: 'EMPLOYEE_MISSING' } }, 'HANDOVER_INVALID');
  const employeeId = who._id;
  const fields = { email: { kind: 'ref', to: 'employee', worksIn: HANDOVER } } as const;
  await checkWorkers(ctx, fields, { email: employeeId });
  const span = spanOf(ctx, values, config.slotMinutes) ?? failFields({ hour: { code: 'HOURS_INVALID' } });
  await atHour(() => assertTimeFree(ctx, span, config));
  const above = request.rows.slice(
    0,
    Math.max(
      0,
      request.rows.findIndex(row => row.values === values),
    ),
  );
  if (above.some(row => row.values.unitId === values.unitId)) failFields({ unitId: { code: 'LISTED_TWICE' } });
  const beside = above.filter(row => {
    const other = spanOf(ctx, row.values, config.slotMinutes);
    return other && other.from < span.to && other.to > span.from;
  });
  if (beside.some(row => mailOf(row.values) === mailOf(values))) failFields({ hour: { code: 'LISTED_TWICE' } });
  const held = await findOverlapping(ctx, span, null);
  const busy = held.find(other => other.employeeId === employeeId);
  if (busy)
    failFields(
      { hour: { code: 'HANDOVER_EMPLOYEE_BUSY', params: { code: busy.code ?? '' } } },
      'HANDOVER_EMPLOYEE_BUSY',
    );
  if (held.length + beside.length >= config.slotsAtOnce)
    failFields({ hour: { code: 'HANDOVER_SLOT_FULL', params: { places: config.slotsAtOnce } } }, 'HANDOVER_SLOT_FULL');
  await atHour(async () => scheduleAppointment(ctx, visit, { employeeId, scheduledAt: span.from.toISOString() }));
  return values;
}

/** Schedules all appointments of a file in one transaction. */
export async function storeSchedules(
  ctx: Ctx,
  _definition: Definition,
  _behaviour: Behaviour,
  rows: readonly ImportRow[],
): Promise<{ created: number; updated: number; left: number; run: string }> {
  const { visits, people, config } = await loadKnown(ctx, rows);
  const changes = [];
  for (const { values } of rows) {
    const [doc, who] = [visits.get(String(values.unitId)), people.get(mailOf(values))];
    const span = spanOf(ctx, values, config.slotMinutes);
    if (!doc || !who || !span) continue;
    const input = { employeeId: who._id, scheduledAt: span.from.toISOString() };
    const of = { definition: handoverSchedule, name: 'schedule', doc, input, rule: asRule(scheduleAppointment) };
    changes.push(...(await loadChanges(ctx, of)));
  }
  const answer = { created: 0, updated: rows.length, left: 0, run: newId() };
  if (changes.length > 0) await save(ctx, changes, answer);
  return answer;
}

export const scheduleSheetRules: Behaviour = { check: checkRow };
