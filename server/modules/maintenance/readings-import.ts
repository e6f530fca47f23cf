import type { Definition } from '@lobby/shared/kit/definition.ts';
import { nameKey } from '@lobby/shared/kit/text-search.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { type Meter, metersIn } from '@lobby/shared/modules/device-reading.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { newId } from '../../kit/database/database.ts';
import { type Behaviour, type ImportRow, oncePerImport, type Request } from '../../kit/records/behaviour.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { type Change, save } from '../../kit/store/save.ts';
import { type Above, readingEffect } from './readings.ts';

type Values = Record<string, unknown>;

const machinesOf = (ctx: Ctx, rows: readonly ImportRow[]) =>
  loadRefs(
    ctx.projectId,
    device,
    rows.map(({ values }) => String(values.deviceId)),
  );
const known = oncePerImport(machinesOf);

/** The meter that a cell names, by its key or its name. */
function meterBy(meters: unknown, said: unknown): Meter | undefined {
  const key = nameKey(String(said ?? ''));
  return metersIn(meters).find(one => nameKey(one.key) === key || nameKey(one.name) === key);
}

const timeOf = ({ at }: Values): number => Date.parse(String(at));

/** The reading of the same meter that comes before a row by its time, among the rows of the file. */
function aboveOf(rows: readonly ImportRow[], values: Values): Above | undefined {
  const key = nameKey(String(values.meter));
  const earlier = rows.filter(
    row =>
      row.values !== values &&
      row.values.deviceId === values.deviceId &&
      nameKey(String(row.values.meter)) === key &&
      timeOf(row.values) <= timeOf(values),
  );
  const last = earlier.toSorted((a, b) => timeOf(a.values) - timeOf(b.values)).at(-1);
  return last && { value: Number(last.values.value), at: new Date(timeOf(last.values)) };
}

const given = (meter: Meter, { value, at, note }: Values) => ({
  meter: meter.key,
  value: Number(value),
  at: String(at),
  note: typeof note === 'string' ? note : null,
});

/** A row is a reading: of a meter that its machine has, not below the one before it. */
async function checkRow(ctx: Ctx, request: Request): Promise<Values> {
  const { values } = request;
  if (request.kind !== 'import') return values;
  const machine = (await known(ctx, request.rows)).get(String(values.deviceId));
  if (machine?.status === 'STOP_USING') failFields({ deviceId: { code: 'REFERENCE_NOT_SUITABLE' } });
  const meter = meterBy(machine?.meters, values.meter);
  if (!machine || !meter) return failFields({ meter: { code: 'CHOICE_INVALID' } });
  await readingEffect(ctx, machine, given(meter, values), aboveOf(request.rows, values));
  return values;
}

/** Stores all readings of a sheet, or none: each machine with what its meters show at last. */
export async function storeReadings(
  ctx: Ctx,
  _definition: Definition,
  _behaviour: Behaviour,
  rows: readonly ImportRow[],
): Promise<{ created: number; updated: number; run: string }> {
  const machines = await machinesOf(ctx, rows);
  const changes: Change[] = [];
  /** What one reading reached, the next one does not reach again. */
  const made = new Set<unknown>();
  for (const [deviceId, own] of Map.groupBy(rows, ({ values }) => String(values.deviceId))) {
    const machine = machines.get(deviceId);
    if (!machine) continue;
    let { meters } = machine;
    const follow: Change[] = [];
    for (const { values } of own.toSorted((a, b) => timeOf(a.values) - timeOf(b.values))) {
      const meter = meterBy(meters, values.meter);
      if (!meter) continue;
      const effect = await readingEffect(ctx, { ...machine, meters }, given(meter, values), aboveOf(own, values));
      if (effect.set?.meters) meters = effect.set.meters as typeof meters;
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
  const answer = { created: rows.length, updated: 0, run: newId() };
  if (changes.length > 0) await save(ctx, changes, answer);
  return answer;
}

export const readingSheetRules: Behaviour = { check: checkRow };
