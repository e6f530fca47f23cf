import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import { inDays, today } from '../setup/time/days.ts';
import { openBilledHouse } from './billed-house.ts';
import { bareDelays, isCalm } from './calm.ts';
import { boundLine, type Figure, type Line, PATIENCE_MS, ratioLine } from './figure.ts';
import { quietMoment } from './machine.ts';
import { copyMonths, growTickets, within } from './multiply.ts';
import { type Product, startProduct } from './product.ts';
import { FIRST, timed } from './s5-deep-and-search.ts';
import { fillDemo, type Stage } from './stage.ts';
import { median, shown } from './statistics.ts';

const MONTH = '2026-10';
const MOST_S = 2;
/** Reports reach ten years back. */
const TEN_YEARS = `from=${inDays(-3650)}&to=${today()}`;

/** Costs of a list and of a screen of statistics as a building's records become more. */
export const growth: Figure = {
  id: 'growth',
  title: 'Cost as work grows',
  run: async (stage, quick) => [...(await ofLists(stage, quick)), ...(await ofDebts(stage, quick))],
};

const LISTS = {
  'the first 20 with their total': FIRST,
  'of one status': `${FIRST}&filter[status][]=RATED`,
  'that hold a word': `${FIRST}&filter[q]=thang`,
} as const;

/** The queue of a building with ever more tickets, beside itself with the fewest; and what a year of them comes to. */
async function ofLists(stage: Stage, quick: boolean): Promise<Line[]> {
  const sizes = quick ? [300, 900] : [1000, 10_000, 100_000, 1_000_000];
  const [least = 0] = sizes;
  const home = { uri: stage.database('growing'), dir: mkdtempSync(join(stage.dir, 'growing-')) };
  await fillDemo(home, least);
  const first = new Map<string, number>();
  const lines: Line[] = [];
  for (const size of sizes) {
    const before = await startProduct(home);
    await before.stop();
    await growTickets(home, before.projectId, least, size);
    // Started anew: it has counted nothing yet.
    const product = await startProduct(home);
    if (!quick) await quietMoment(PATIENCE_MS);
    for (const [what, path] of Object.entries(LISTS)) {
      const time = await medianOf(product, path, quick ? 5 : 50);
      if (!first.has(what)) first.set(what, time);
      const times = { product: [time], baseline: [first.get(what) ?? time] };
      lines.push(ratioLine(`tickets ${what}, of ${shown(size)}`, times, { unit: 'ms' }));
    }
    const screen = `/statistics/help-desk?figure=new&by=month&split[]=typeId&${TEN_YEARS}`;
    lines.push(await screenLine(product, `tickets by month and type over ten years, of ${shown(size)}`, screen, quick));
    await product.stop();
  }
  return lines;
}

const SCREENS = {
  'debts by month': `/statistics/debt?${TEN_YEARS}`,
  'debts by age': '/statistics/debt/ageing',
  'income and expense by month': `/statistics/operational?${TEN_YEARS}`,
  'receivables of a year': '/statistics/receivables?year=2026',
} as const;

/** Screens of statistics over ten years of bills, one a month for each unit. */
async function ofDebts(stage: Stage, quick: boolean): Promise<Line[]> {
  const units = quick ? 100 : 5000;
  const months = Array.from({ length: quick ? 5 : 119 }, (_, n) => addMonths(MONTH, -1 - n));
  const house = await openBilledHouse(stage, units, [MONTH]);
  await house.bill(MONTH);
  await copyMonths(house.home, house.site.id, String(house.serviceIds[0]), months);
  const { ann } = house.site;
  const lines: Line[] = [];
  const bills = await within(house.home, db => db.collection('bills').countDocuments({}));
  for (const [what, path] of Object.entries(SCREENS)) {
    const product = {
      ...house.server,
      projectId: house.site.id,
      token: ann.token,
      headers: headersOf(ann.token, house.site.id),
    };
    const title = `${what} over ten years of ${shown(units)} units, ${shown(bills)} bills`;
    lines.push(await screenLine(product, title, path, quick));
  }
  await house.close();
  return lines;
}

const headersOf = (token: string, projectId: string) => ({
  Authorization: `Bearer ${token}`,
  'X-Project-Id': projectId,
  'Content-Type': 'application/json',
});

async function medianOf(product: Product, path: string, times: number): Promise<number> {
  await timed(product, path, 3);
  const taken: number[] = [];
  for (let n = 0; n < times; n++) taken.push(await timed(product, path));
  return median(taken);
}

/** A screen that is refused for its size is one that was missed: the next ones are looked at all the same. */
async function screenLine(product: Product, what: string, path: string, quick: boolean): Promise<Line> {
  const bare = await bareDelays(quick ? 0.5 : 4);
  const taken: number[] = [];
  try {
    for (let n = 0; n < (quick ? 1 : 3); n++) taken.push((await timed(product, path)) / 1000);
  } catch (error) {
    const ours = String(error).replaceAll(/[|\n]/g, ' ').slice(0, 120);
    return { what, ours, baseline: '', ratio: '', bar: `<= ${MOST_S} s`, verdict: 'missed' };
  }
  return boundLine(what, median(taken), MOST_S, { unit: 's', calm: isCalm(bare) });
}
