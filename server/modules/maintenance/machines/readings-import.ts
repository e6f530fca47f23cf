import { instantAt, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { readHours } from '@lobby/shared/kit/hours.ts';
import { nameKey } from '@lobby/shared/kit/text-search.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { type Meter, metersIn } from '@lobby/shared/modules/device-reading.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields, Refusal } from '../../../kit/base/errors.ts';
import { newId } from '../../../kit/database/database.ts';
import { type Behaviour, type ImportRow, oncePerImport, type Request } from '../../../kit/records/behaviour.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { type Change, save } from '../../../kit/store/save.ts';
import { type Above, readingEffect } from './readings.ts';

/** A row of the sheet, as its cells say. */
type Row = Record<string, unknown>;

const loadMachines = (ctx: Ctx, rows: readonly ImportRow[]) =>
  loadRefs(
    ctx.projectId,
    device,
    rows.map(({ values }) => String(values.deviceId)),
  );
const loadOnce = oncePerImport(loadMachines);

/** Meter by the key or name in a cell. */
function meterBy(meters: unknown, name: unknown): Meter | undefined {
  const key = nameKey(String(name ?? ''));
  return metersIn(meters).find(item => nameKey(item.key) === key || nameKey(item.name) === key);
}

const NOON = 12 * 60;

/** Time of a row; without an hour noon, today at most now. NaN for an invalid hour. */
function timeOf({ now, project: { timeZone } }: Ctx, { day, hour }: Row): number {
  const at = String(day);
  if (hour) {
    // Parses the hour as the start of a range.
    const [span] = readHours(`${hour}-24:00`) ?? [];
    return span ? instantAt(at, span.from, timeZone).getTime() : Number.NaN;
  }
  return Math.min(instantAt(at, NOON, timeZone).getTime(), Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
}

/** The preceding reading of the same meter within the file. */
function aboveOf(ctx: Ctx, rows: readonly ImportRow[], values: Row, meters: unknown): Above | undefined {
  const time = (of: Row) => timeOf(ctx, of);
  const key = meterBy(meters, values.meter)?.key;
  const earlier = rows.filter(
    row =>
      row.values !== values &&
      row.values.deviceId === values.deviceId &&
      meterBy(meters, row.values.meter)?.key === key &&
      time(row.values) <= time(values),
  );
  const last = earlier.toSorted((a, b) => time(a.values) - time(b.values)).at(-1);
  return last && { value: Number(last.values.value), at: new Date(time(last.values)) };
}

const readingOf = (ctx: Ctx, meter: Meter, values: Row) => ({
  meter: meter.key,
  value: Number(values.value),
  at: new Date(timeOf(ctx, values)).toISOString(),
  note: typeof values.note === 'string' ? values.note : null,
});

/** Reports a time in the future at the cell of the day. */
function atDay(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const { fields: { at, ...fields } = {}, ...data } = (error.data ?? {}) as { fields?: FieldErrors };
  throw new Refusal(error.code, { ...data, fields: { ...fields, ...(at && { day: at }) } });
}

/** Validates a row: the device must have the meter, and counters must not decrease. */
async function checkRow(ctx: Ctx, request: Request): Promise<Row> {
  const { values } = request;
  if (request.kind !== 'import') return values;
  const machine = (await loadOnce(ctx, request.rows)).get(String(values.deviceId));
  if (machine?.status === 'STOP_USING') failFields({ deviceId: { code: 'REFERENCE_NOT_SUITABLE' } });
  const meter = meterBy(machine?.meters, values.meter);
  if (!machine || !meter) return failFields({ meter: { code: 'CHOICE_INVALID' } });
  if (Number.isNaN(timeOf(ctx, values))) failFields({ hour: { code: 'TIME_INVALID' } });
  await readingEffect(
    ctx,
    machine,
    readingOf(ctx, meter, values),
    aboveOf(ctx, request.rows, values, machine.meters),
  ).catch(atDay);
  return values;
}

/** Stores all readings of a sheet in one transaction; each device gets its latest meter values. */
export async function storeReadings(
  ctx: Ctx,
  _definition: Definition,
  _behaviour: Behaviour,
  rows: readonly ImportRow[],
): Promise<{ created: number; updated: number; left: number; run: string }> {
  const machines = await loadMachines(ctx, rows);
  const changes: Change[] = [];
  /** Prevents two readings from creating the same work. */
  const made = new Set<unknown>();
  for (const [deviceId, ofMachine] of Map.groupBy(rows, ({ values }) => String(values.deviceId))) {
    const machine = machines.get(deviceId);
    if (!machine) continue;
    let { meters } = machine;
    const follow: Change[] = [];
    for (const { values } of ofMachine.toSorted((a, b) => timeOf(ctx, a.values) - timeOf(ctx, b.values))) {
      const meter = meterBy(meters, values.meter);
      if (!meter) continue;
      const effect = await readingEffect(
        ctx,
        { ...machine, meters },
        readingOf(ctx, meter, values),
        aboveOf(ctx, ofMachine, values, meters),
      );
      if (effect.set?.meters) meters = effect.set.meters;
      follow.push(
        ...(effect.with ?? []).filter(({ definition, insert }) => {
          if (definition !== maintenance || !insert) return true;
          const isFirst = !made.has(insert.madeFor);
          made.add(insert.madeFor);
          return isFirst;
        }),
      );
    }
    changes.push({ definition: device, action: 'measured', update: { doc: machine, set: { meters } } }, ...follow);
  }
  const answer = { created: rows.length, updated: 0, left: 0, run: newId() };
  if (changes.length > 0) await save(ctx, changes, answer);
  return answer;
}

export const readingSheetRules: Behaviour = { check: checkRow };
