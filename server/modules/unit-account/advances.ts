import { idSchema } from '@lobby/shared/kit/schema.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import type { Line } from '../ledger/index.ts';
import { periodQuery, refuseLong } from '../ledger/index.ts';

const figures = { opening: z.int(), in: z.int(), out: z.int(), closing: z.int() };
type Figures = { opening: number; in: number; out: number; closing: number };
const none = (): Figures => ({ opening: 0, in: 0, out: 0, closing: 0 });

function add(to: Figures, by: number, before: boolean): void {
  if (before) to.opening += by;
  else if (by > 0) to.in += by;
  else to.out -= by;
  to.closing += by;
}

/** What units had and paid ahead at the beginning of a time, what came and went, and what is left: by service and by unit, from the journal. */
async function advancesOf(projectId: string, from: string, to: string, serviceId: string | undefined) {
  const all = none();
  const services = new Map<string, Figures>();
  const units = new Map<string, Figures>();
  const of = (map: Map<string, Figures>, key: string) => {
    const known = map.get(key) ?? none();
    map.set(key, known);
    return known;
  };
  const query = {
    projectId,
    deletedAt: null,
    accountingDate: { $lte: to },
    'lines.account': { $in: ['ADVANCE', 'UNIT_ACCOUNT'] },
  };
  for await (const doc of modelOf(journalEntry).find(query).maxTimeMS(20_000).lean<Stored[]>().cursor())
    for (const line of doc.lines as Line[]) {
      if (line.account !== 'ADVANCE' && line.account !== 'UNIT_ACCOUNT') continue;
      const key = line.account === 'ADVANCE' ? String(line.serviceId) : '';
      if (serviceId !== undefined && key !== serviceId) continue;
      const by = (line.credit ?? 0) - (line.debit ?? 0);
      for (const one of [all, of(services, key), of(units, String(line.unitId))])
        add(one, by, String(doc.accountingDate) < from);
    }
  return {
    ...all,
    services: [...services].map(([id, own]) => ({ serviceId: id || null, ...own })),
    units: [...units]
      .map(([unitId, own]) => ({ unitId, ...own }))
      .filter(one => one.opening || one.in || one.out)
      .toSorted((a, b) => b.closing - a.closing),
  };
}

export const advanceReportRoute: Route = route({
  method: 'get',
  path: '/statistics/advance-payment',
  summary: 'What units have paid ahead between two days, by service and unit',
  module: 'ADVANCE_REPORT',
  flags: ['read'],
  query: periodQuery.extend({ serviceId: idSchema.optional() }),
  answer: z.object({
    ...figures,
    services: z.array(z.object({ serviceId: z.string().nullable(), ...figures })),
    units: z.array(z.object({ unitId: z.string(), ...figures })),
  }),
  run({ projectId }, { query: { from, to, serviceId } }) {
    refuseLong(from, to);
    return advancesOf(projectId, from, to, serviceId);
  },
});
