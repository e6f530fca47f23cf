import { byName } from '@lobby/shared/kit/collation.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { type insideRow, visitorsInside } from '@lobby/shared/modules/visitor.contract.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { stamp } from '../../kit/sheets/cell.ts';
import { XLSX } from '../../kit/sheets/export.ts';
import { type Cell, writeSheet } from '../../kit/sheets/sheet.ts';
import { records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';

type Row = z.infer<typeof insideRow>;

/** Guests and workers inside, by block, floor and unit; expected visitors do not count. */
async function findInside(ctx: Ctx): Promise<Row[]> {
  const visits = await records(visitor).find(
    ctx,
    { status: 'IN_PROGRESS' },
    { only: ['name', 'unitId', 'contactName', 'companions', 'plate', 'actualInAt'] },
  );
  const units = await loadRefs(
    ctx.projectId,
    unit,
    visits.flatMap(({ unitId }) => unitId ?? []),
  );
  const homes = [...units.values()];
  const [blocks, floors] = await Promise.all([
    loadRefs(
      ctx.projectId,
      block,
      homes.flatMap(({ blockId }) => blockId ?? []),
    ),
    loadRefs(
      ctx.projectId,
      floor,
      homes.flatMap(({ floorId }) => floorId ?? []),
    ),
  ]);
  const rows = visits.map((visit): Row => {
    const home = units.get(visit.unitId ?? '');
    return {
      id: visit._id,
      name: visit.name,
      unit: home?.code ?? null,
      contact: visit.contactName || null,
      block: blocks.get(home?.blockId ?? '')?.name ?? null,
      floor: floors.get(home?.floorId ?? '')?.name ?? null,
      persons: 1 + (visit.companions ?? 0),
      plate: visit.plate || null,
      enteredAt: visit.actualInAt?.toISOString() ?? null,
    };
  });
  // Visits without a place come last.
  const place = (row: Row) => [row.block, row.floor, row.unit, row.name];
  const order = (a: string | null, b: string | null) => (a && b ? byName(a, b) : Number(!a) - Number(!b));
  return rows.sort((a, b) => {
    const [left, other] = [place(a), place(b)];
    return left.reduce((found, value, n) => found || order(value, other[n] ?? null), 0);
  });
}

const personsOf = (rows: readonly Row[]) => rows.reduce((sum, { persons }) => sum + persons, 0);

async function* sheetOf(ctx: Ctx, rows: readonly Row[]): AsyncGenerator<Cell[][]> {
  const say = (key: string) => text(ctx, key);
  yield [
    [
      say('unit.fields.blockId'),
      say('unit.fields.floorId'),
      say('visitor.fields.unitId'),
      say('visitor.fields.name'),
      say('visitor.fields.contactName'),
      say('visitor.evacuation.persons'),
      say('visitor.fields.plate'),
      say('visitor.fields.actualInAt'),
      say('visitor.evacuation.safe'),
    ],
  ];
  yield rows.map((row): Cell[] => [
    row.block ?? '',
    row.floor ?? '',
    row.unit ?? '',
    row.name,
    row.contact ?? '',
    row.persons,
    row.plate ?? '',
    row.enteredAt ? stamp(new Date(row.enteredAt), ctx.project.timeZone) : '',
    '',
  ]);
  yield [['', '', '', say('visitor.evacuation.total'), '', personsOf(rows), '', '', '']];
}

/** `/visitor/inside`: persons to count at the assembly point (card reception-screen). */
export const insideRoutes: readonly Route[] = [
  route(visitorsInside, {
    flags: ['read'],
    async run(ctx) {
      const rows = await findInside(ctx);
      return { at: ctx.now.toISOString(), visits: rows.length, persons: personsOf(rows), rows };
    },
  }),
  route({
    method: 'get',
    path: `${visitor.path}/inside/export`,
    summary: 'The same as a spreadsheet',
    module: visitor.code,
    flags: ['export'],
    answer: XLSX,
    async run(ctx, { res }) {
      const rows = await findInside(ctx);
      res.set({ 'Content-Type': XLSX, 'Content-Disposition': 'attachment; filename="inside.xlsx"' });
      await writeSheet(res, text(ctx, 'visitor.evacuation.title'), sheetOf(ctx, rows));
    },
  }),
];
