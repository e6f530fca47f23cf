import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { COMPARED } from '@lobby/shared/kit/statistic-terms.ts';
import type { countedPeople } from '@lobby/shared/modules/statistics.contract.ts';
import type { Figure, Statistics } from '@lobby/shared/modules/statistics.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { timeBefore } from './buckets.ts';
import { type CountQuery, loadCount, measuresOf } from './count.ts';
import { isTooFew, linkOf, unitOf } from './figures.ts';
import { loadLabels } from './labels.ts';

type Period = Omit<CountQuery, 'split' | 'filter'> & { compare: (typeof COMPARED)[number] | undefined };
type Totals = ReadonlyMap<string, number[]>;

/** Main measure of a person, or of all with `''`. */
function measured(figure: Figure, totals: Totals, person: string): number | null {
  const values = totals.get(person) ?? [];
  const [measure] = Object.values(measuresOf(figure));
  return person !== '' && isTooFew(figure, values) ? null : (measure?.(values) ?? null);
}

/** Figures side by side with a row per person, those with most of the first figure first. */
export async function loadPeople(
  ctx: Ctx,
  { of, people, figures }: Statistics,
  { compare, ...period }: Period,
): Promise<AnswerOf<typeof countedPeople>> {
  if (!people) return fail('NOT_FOUND');
  const { by } = people;
  const columns = people.figures.flatMap(key => figures.find(figure => figure.key === key) ?? []);
  const before = compare && timeBefore(period, compare);
  const load = (time: { from: string; to: string }) =>
    Promise.all(
      columns.map(figure =>
        loadCount(ctx, of, figure, { from: time.from, to: time.to, by: period.by, split: [by], filter: {} }),
      ),
    );
  const now = await load(period);
  const past = before ? await load(before) : null;
  const totals = now.map(({ total }) => total);
  const named = [...new Set([...now, ...(past ?? [])].flatMap(({ total }) => [...total.keys()]))].filter(Boolean);
  const labels = await loadLabels(
    ctx,
    of,
    by,
    named.filter(id => id !== 'none'),
  );
  const valuesOf = (sums: readonly { total: Totals }[], person: string) =>
    columns.map((figure, n) => measured(figure, sums[n]?.total ?? new Map(), person));
  const [first] = totals;
  const [leading] = columns;
  const worth = (person: string) => (person === 'none' ? -1 : (first?.get(person)?.length ?? 0));
  return {
    from: period.from,
    to: period.to,
    asOf: ctx.now.toISOString(),
    by: text(ctx, `${of.name}.fields.${by}`),
    columns: columns.map(figure => ({
      key: figure.key,
      label: text(ctx, `statistics.figures.${figure.key}`),
      unit: unitOf(of, figure),
    })),
    rows: named
      .toSorted((a, b) => worth(b) - worth(a) || (a < b ? -1 : 1))
      .map(person => ({
        key: person,
        label: person === 'none' ? text(ctx, 'statistics.unassigned') : (labels.get(person) ?? person),
        values: valuesOf(now, person),
        before: past ? valuesOf(past, person) : [],
        link: leading ? linkOf(of, leading, { filter: { [by]: { in: [person] } } }, period) : null,
      })),
    total: valuesOf(now, ''),
    previous: before && past ? { ...before, total: valuesOf(past, '') } : null,
    notes: columns.some((figure, n) => named.some(person => isTooFew(figure, totals[n]?.get(person) ?? [])))
      ? ['FEW_RATINGS']
      : [],
  };
}
