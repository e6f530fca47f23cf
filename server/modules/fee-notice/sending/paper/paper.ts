import { addMonths } from '@lobby/shared/kit/dates.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { sayValue } from '@lobby/shared/kit/nouns.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import type { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { SENT } from '@lobby/shared/modules/fee-notice.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import type { Ctx } from '../../../../kit/base/context.ts';
import { text, type WordingScope } from '../../../../kit/base/messages.ts';
import type { Pdf } from '../../../../kit/paper/pdf.ts';
import { holdKeys } from '../../../../kit/privacy/person-keys.ts';
import type { Doc } from '../../../../kit/store/records.ts';
import { records } from '../../../../kit/store/records.ts';
import { type BillCounted, billCounter, billSpeech } from '../../../bill/index.ts';
import {
  type Chart,
  drawPaper,
  filledLayout,
  type Layout,
  layoutFor,
  type PaperCells,
  type PaperContent,
  type PaperRow,
  type PaperTable,
  type WordValues,
} from '../../../template/index.ts';
import { lineTitle, type Paper } from '../../papers/papers.ts';
import { loadPublishers, publishedAt } from '../../state/revisions.ts';
import { type Household, loadHouseholds } from '../run/households.ts';
import { loadSource, readingOf } from '../words/texts.ts';
import { type Home, valuesFor } from '../words/values.ts';

/** Template and language for printing notices; defaults to the project's settings. */
export interface NoticePaperOptions {
  language?: Language | undefined;
  templateId?: string | undefined;
  /** Uses the current template instead of the one at publication. */
  now?: boolean | undefined;
}

/** Layout of a notice at its publication. Throws REFERENCE_NOT_SUITABLE for a template of another paper. */
async function layoutAt(
  ctx: Ctx,
  { language, templateId, now }: NoticePaperOptions,
  published: Date | undefined,
): Promise<Layout> {
  const layout = await layoutFor(ctx, 'FEE_NOTICE', { templateId, at: now || templateId ? null : published });
  return language ? { ...layout, languages: [language] } : layout;
}

const dayOf = (day: string | null | undefined) => (day ?? '').split('-').toReversed().join('/');
/** Amounts are written as 1.234.567 in every language (card fee-notice-print, rule 3). */
const figures = (value: number) => sayValue('', Math.abs(value), 'vi');
const MINUS = '\u2212';
const signed = (value: number) => `${value < 0 ? MINUS : ''}${figures(value)}`;
const money = (value: number) => `${signed(value)}\u00a0₫`;
const percent = (rate: number | null) => (rate === null ? '' : `${sayValue('', rate, 'vi')}\u00a0%`);
const counted = (value: number, unit: string) => `${sayValue('', value, 'vi')}\u00a0${unit}`.trim();

/** Formats a period, leaving out the year if start and end share it. */
function spanOf(from: string | null, to: string | null): string {
  if (!from || !to) return '';
  const [start, end] = [dayOf(from), dayOf(to)];
  const short = from.slice(0, 4) === to.slice(0, 4);
  return `${short ? start.slice(0, 5) : start}\u00a0–\u00a0${short ? end.slice(0, 5) : end}`;
}

type Line = Paper['lines'][number];
/** Calculation of a notice's bill. */
interface Known {
  counted: BillCounted;
  indexes: string[];
}
type KnownBills = ReadonlyMap<string, Known>;

interface Said {
  /** Texts of `report-template.print`. */
  say: (key: string, params?: Record<string, unknown>) => string;
  paper: Paper;
  known: KnownBills;
}

/** Parts of a bill, if they add up to the line on the notice; the bill may have changed since. */
function partsOf(line: Line, source: Known | undefined): BillCounted['parts'] {
  const parts = source?.counted.parts ?? [];
  const sum = parts.reduce((all, { amount }) => all + amount, 0);
  return sum === line.net || sum === line.net + line.vat ? parts : [];
}

function rowsOf({ say, paper, known }: Said, line: Line): PaperRow[] {
  const source = line.billId ? known.get(line.billId) : undefined;
  const { vatRate = null, surcharge = null, unitPrice = null, plates = [] } = source?.counted ?? {};
  const parts = partsOf(line, source);
  // Parts priced with VAT come to the amount, not to what it is without.
  const isNet = parts.reduce((sum, { amount }) => sum + amount, 0) === line.net;
  const below: PaperCells[] = parts.map(({ label, quantity, price, rate, amount }) => ({
    service: label,
    quantity: quantity === null ? '' : sayValue('', quantity, 'vi'),
    unitPrice: price === null ? '' : figures(price),
    [line.interest ? 'rate' : 'vatRate']: percent(rate),
    [line.interest || !isNet ? 'amount' : 'net']: signed(amount),
  }));
  if (line.surcharge !== 0) {
    below.push({
      service: surcharge?.name ?? say('surcharge'),
      vatRate: percent(surcharge?.rate ?? null),
      vat: signed(line.surcharge),
    });
    if (line.vat !== 0) below.push({ service: say('vat'), vatRate: percent(vatRate), vat: signed(line.vat) });
  }
  if (line.part) below.push({ service: say('lineLeft', { paid: money(line.part.paid), left: money(line.part.left) }) });
  const index = source?.indexes.length ? source.indexes.join('\n') : plates.join('\n');
  const { adjustment } = line;
  return [
    {
      cells: {
        service: lineTitle(paper, line),
        period: spanOf(line.periodStart, line.periodEnd),
        index,
        bill: line.late?.code ?? '',
        quantity: line.interest || line.quantity === null ? '' : counted(line.quantity, line.unitName),
        unitPrice: unitPrice === null || line.quantity === null ? '' : figures(unitPrice),
        net: signed(line.net),
        vatRate: line.surcharge === 0 ? percent(vatRate) : '',
        vat: signed(line.vat + line.surcharge),
        amount: signed(line.total - (adjustment?.amount ?? 0)),
      },
      below,
    },
    ...(adjustment
      ? [
          {
            cells: {
              service: say('adjusted', { service: line.service, month: dayOf(line.month) }),
              net: signed(adjustment.net),
              vat: signed(adjustment.tax),
              amount: signed(adjustment.amount),
            },
            below: [{ service: [adjustment.code, adjustment.reason].filter(Boolean).join(' · ') }],
          },
        ]
      : []),
  ];
}

const sumOf = (lines: readonly Line[], of: (line: Line) => number) => lines.reduce((sum, line) => sum + of(line), 0);

function newTable(said: Said): PaperTable {
  const { say, paper, known } = said;
  const lines = paper.lines.filter(({ interest }) => !interest);
  const withVat = lines.filter(({ billId }) => known.get(billId ?? '')?.counted.withVat).map(({ service }) => service);
  return {
    title: 'new',
    params: { month: dayOf(paper.month) },
    beside: say('dong'),
    rows: lines.flatMap(line => rowsOf(said, line)),
    total: {
      service: say('sum'),
      net: signed(sumOf(lines, ({ net, adjustment }) => net + (adjustment?.net ?? 0))),
      vat: signed(sumOf(lines, ({ vat, surcharge, adjustment }) => vat + surcharge + (adjustment?.tax ?? 0))),
      amount: signed(paper.newTotal),
    },
    notes: withVat.length > 0 ? [say('withVat', { services: [...new Set(withVat)].join(', ') })] : [],
  };
}

function interestTable(said: Said): PaperTable {
  const { say, paper } = said;
  return {
    title: 'interest',
    beside: say('dong'),
    columns: ['service', 'bill', 'rate', 'amount'],
    rows: paper.lines.filter(({ interest }) => interest).flatMap(line => rowsOf(said, line)),
    total: { service: say('sum'), amount: signed(paper.interestTotal) },
  };
}

/** Above this number, debts are grouped by month. */
const MOST_DEBTS = 12;
function debtTable({ say, paper }: Said): PaperTable {
  const { debts } = paper;
  const all = (rows: typeof debts, of: (row: (typeof debts)[number]) => number) =>
    rows.reduce((sum, line) => sum + of(line), 0);
  const cells = (rows: typeof debts): PaperCells => ({
    arisen: signed(all(rows, ({ arisen }) => arisen)),
    adjusted: rows.some(({ adjustment }) => adjustment)
      ? signed(all(rows, ({ adjustment }) => adjustment?.amount ?? 0))
      : '',
    paid: all(rows, ({ paid }) => paid) > 0 ? signed(-all(rows, ({ paid }) => paid)) : '',
    left: signed(all(rows, ({ left }) => left)),
  });
  const rows =
    debts.length > MOST_DEBTS
      ? [...Map.groupBy(debts, ({ month }) => month)].map(([month, ofMonth]) => ({
          cells: { month: dayOf(month), service: say('bills', { count: ofMonth.length }), ...cells(ofMonth) },
        }))
      : debts.map(debt => ({
          cells: {
            month: dayOf(debt.month),
            service: debt.service,
            bill: debt.code,
            dueDate: dayOf(debt.dueDate),
            ...cells([debt]),
          },
        }));
  return {
    title: 'debts',
    beside: say('dong'),
    columns: ['month', 'service', 'bill', 'dueDate', 'arisen', 'adjusted', 'paid', 'left'],
    rows,
    total: { month: say('sum'), ...cells(debts) },
    notes: debts.flatMap(({ service, month, adjustment }) =>
      adjustment
        ? [
            `${say('adjusted', { service, month: dayOf(month) })}: ${[adjustment.code, adjustment.reason].filter(Boolean).join(' · ')}`,
          ]
        : [],
    ),
  };
}

interface Beside {
  known?: KnownBills;
  to?: readonly string[];
  charts?: readonly Chart[];
  style?: PaperContent['style'];
  hotline?: string;
  /** Formatted time of printing. */
  at?: string;
  /** Name of the publisher. */
  by?: string | null;
}

/** Footer clauses: late interest, and who issued the notice. */
function clausesOf({ rates, dueDate, interestDate, day }: Paper, by: string | null): PaperContent['clauses'] {
  const percents = new Set(rates.map(line => line.percent));
  const rate =
    percents.size === 1
      ? percent([...percents][0] ?? null)
      : rates.map(line => `${line.service} ${percent(line.percent)}`).join(', ');
  const late = { rate, due: dayOf(dueDate), day: dayOf(interestDate ?? dueDate) };
  return [
    ...(rate && dueDate ? [['lateClause', late] as const] : []),
    ...(by ? [['madeBy', { name: by, day: dayOf(day) }] as const] : []),
  ];
}

/** Content of a printed notice. */
export function noticeContent(
  paper: Paper,
  scope: WordingScope,
  { known = new Map(), to = [], charts = [], style, hotline = '', at = '', by = null }: Beside = {},
): PaperContent {
  const say = (key: string, params?: Record<string, unknown>) => text(scope, `report-template.print.${key}`, params);
  const said: Said = { say, paper, known };
  const sent = SENT.some(status => status === paper.status);
  const settled = sent && paper.left <= 0;
  // Part of it is paid or lowered: box, words and code name what is left.
  const isPart = sent && !settled && paper.left < paper.owed;
  const due = paper.dueDate ? say('dueOn', { day: dayOf(paper.dueDate) }) : null;
  return {
    code: paper.code,
    day: dayOf(paper.day),
    ...(paper.revision > 1 && { edition: say('edition', { n: paper.revision }) }),
    period: dayOf(paper.month),
    to: to.length > 0 ? to : [say('dear', { name: paper.payer || paper.unit })],
    box: isPart
      ? {
          key: 'left',
          amount: money(paper.left),
          below: [due, say('ofAll', { amount: money(paper.owed) })].filter(Boolean).join(' · '),
        }
      : { key: 'owed', amount: money(paper.owed), below: settled ? say('settled') : due },
    bank: paper.bank,
    qr: sent && paper.left > 0 ? paper.qr : null,
    asked: money(paper.left),
    ...(sent &&
      paper.transfers.length > 1 && {
        transfers: paper.transfers.map(({ amount, bank, qr }) => ({ bank, qr, asked: money(amount) })),
      }),
    charts,
    style,
    cancelled: paper.status === 'CANCELLED',
    draft: !sent && paper.status !== 'CANCELLED',
    facts: [],
    tables: [newTable(said), interestTable(said), debtTable(said)],
    params: { month: dayOf(paper.month), day: at },
    sums: [
      ['new', money(paper.newTotal)],
      ...(paper.interestTotal > 0 ? [['interest', money(paper.interestTotal)] as const] : []),
      ...(paper.carried > 0 ? [['carried', money(paper.carried)] as const] : []),
      ...(paper.paidBefore > 0 ? [['paidBefore', money(-paper.paidBefore)] as const] : []),
      ...(paper.paidAfterClosing > 0 ? [['paidSince', money(-paper.paidAfterClosing)] as const] : []),
      ['owed', money(paper.owed)],
    ],
    since:
      paper.left < paper.owed && sent
        ? [
            ...(paper.asked < paper.owed ? [['loweredAfter', money(paper.asked - paper.owed)] as const] : []),
            ...(paper.left < paper.asked ? [['paidAfter', money(paper.left - paper.asked)] as const] : []),
            ['left', money(paper.left)],
          ]
        : [],
    amount: isPart ? paper.left : paper.owed,
    clauses: clausesOf(paper, by),
    signers: { PREPARER: by },
    foot: hotline ? say('contact', { hotline }) : '',
  };
}

/** Calculations of the bills on notices. */
async function billsOn(ctx: Ctx, papers: Iterable<Paper>, language: Language): Promise<KnownBills> {
  const ids = [...papers].flatMap(({ lines }) => lines.flatMap(({ billId }) => billId ?? []));
  const bills = await records(bill).find({ projectId: ctx.projectId }, { _id: { $in: ids } }, { patience: 10_000 });
  const count = await billCounter(ctx.projectId, bills, billSpeech({ ...ctx, language }, 'vi'), language);
  const number = (value: number | null | undefined) => sayValue('', value ?? 0, 'vi');
  const between = (from: number | null | undefined, to: number | null | undefined) =>
    `${number(from)}\u00a0–\u00a0${number(to)}`;
  return new Map(
    bills.map(doc => {
      const { readings = [], oldIndex, newIndex } = doc;
      const read = readings.map(
        reading => `${readings.length > 1 ? `${reading.meter} · ` : ''}${between(reading.oldIndex, reading.newIndex)}`,
      );
      const plain = read.length === 0 && typeof newIndex === 'number' ? [between(oldIndex, newIndex)] : read;
      return [doc._id, { counted: count(doc), indexes: plain }];
    }),
  );
}

const MONTHS_SHOWN = 6;
/** Short name of a month: T8, Aug, 8月. */
const monthIn = (language: Language, month: string): string =>
  language === 'vi'
    ? `T${Number(month.slice(5))}`
    : new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(new Date(`${month}-01`));

/** One metered line per service, the latest month first: a notice may contain two months of a service. */
function readLines({ lines }: Paper, known: KnownBills): Line[] {
  const read = lines.filter(({ billId }) => known.get(billId ?? '')?.indexes.length);
  return [...Map.groupBy(read, ({ service }) => service).values()].flatMap(
    group => group.toSorted((a, b) => (a.month < b.month ? 1 : -1))[0] ?? [],
  );
}

/** Usage of metered services by month, up to the month of each reading. */
async function loadCharts(
  ctx: Ctx,
  papers: readonly Paper[],
  notices: readonly Doc<typeof feeNotice>[],
  known: KnownBills,
) {
  const months = papers.flatMap(paper => readLines(paper, known).map(({ month }) => month)).toSorted();
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return () => [];
  const used = await records(bill).find(
    { projectId: ctx.projectId },
    {
      unitId: { $in: notices.map(({ unitId }) => unitId) },
      month: { $gte: addMonths(first, 1 - MONTHS_SHOWN), $lte: last },
      type: 'NORMAL',
      status: 'ACTIVE',
      createdFor: 'SERVICE',
      newIndex: { $ne: null },
    },
    { only: ['unitId', 'serviceId', 'month', 'quantity'], patience: 10_000 },
  );
  const serviceOf = new Map(
    notices.flatMap(({ lines }) => lines.map(({ billId, serviceId }) => [billId, serviceId] as const)),
  );
  const unitOf = new Map(notices.map(({ _id, unitId }) => [_id, unitId]));
  return (paper: Paper): Chart[] =>
    readLines(paper, known).flatMap(line => {
      const readings = used.filter(
        reading => reading.unitId === unitOf.get(paper.id) && reading.serviceId === serviceOf.get(line.billId ?? ''),
      );
      const bars = Array.from({ length: MONTHS_SHOWN }, (_, n) => {
        const month = addMonths(line.month, n + 1 - MONTHS_SHOWN);
        const value = readings.find(reading => reading.month === month)?.quantity ?? null;
        return { label: monthIn(ctx.language, month), value, said: value === null ? '' : sayValue('', value, 'vi') };
      });
      return bars.filter(({ value }) => value !== null).length > 1
        ? [{ name: line.service, unit: line.unitName, bars }]
        : [];
    });
}

interface Filled {
  content: PaperContent;
  values: WordValues;
}
/** Paper contents and template values by notice. */
async function loadContents(
  ctx: Ctx,
  households: readonly Household[],
  language: Language,
): Promise<Map<string, Filled>> {
  const speech = { ...ctx, language };
  await holdKeys(households.map(({ payer }) => payer));
  // A paper has no words of templates.
  const source = await loadSource(speech, households, '#', []);
  const papers = [...source.papers.values()];
  const known = await billsOn(ctx, papers, language);
  const charts = await loadCharts(
    speech,
    papers,
    households.map(({ notice }) => notice),
    known,
  );
  const [makers, peopleOf] = await Promise.all([
    loadPublishers(
      ctx.projectId,
      households.map(({ notice }) => notice),
    ),
    countPeople(ctx, households),
  ]);
  const short = { dateStyle: 'short', timeStyle: 'short', timeZone: ctx.project.timeZone } as const;
  // Day and hour stay on one line.
  const at = new Intl.DateTimeFormat('en-GB', short).format(ctx.now).replace(', ', '\u00a0');
  const { hotline } = source.project;
  const home = source.project.address ?? '';
  const style = source.project.billing?.amountWords;
  return new Map(
    households.flatMap(household => {
      const paper = source.papers.get(household.notice._id);
      if (!paper) return [];
      const reading = readingOf(source, household);
      const values = valuesFor(reading, { language, folded: false }, 'NORMAL');
      const to = addressOn(speech, paper, household, reading.home, { people: peopleOf(household), home });
      const by = makers.get(household.notice._id) ?? null;
      const content = noticeContent(paper, speech, { known, to, charts: charts(paper), style, hotline, at, by });
      return [[household.notice._id, { content, values }] as const];
    }),
  );
}

/** Number of people that units pay for: registered, else residents. */
async function countPeople({ projectId }: Ctx, households: readonly Household[]) {
  const registered = await records(serviceRegistration).find(
    { projectId },
    {
      unitId: { $in: households.map(({ notice }) => notice.unitId) },
      status: 'ACTIVE',
      peopleFrom: 'REGISTERED',
      people: { $gt: 0 },
    },
    { only: ['unitId', 'people'], patience: 10_000 },
  );
  const byUnit = Map.groupBy(registered, ({ unitId }) => unitId);
  return ({ notice, living }: Household): number => {
    const residents = byUnit.get(notice.unitId) ?? [];
    return residents.length > 0 ? Math.max(...residents.map(({ people }) => people ?? 0)) : living.length;
  };
}

/** Prefixes block or floor names that are mere letters or numbers. */
const placeName = (name: string, what: 'block' | 'floor', say: (key: string, params: object) => string) =>
  name && name.length <= 3 ? say(`place.${what}`, { name }) : name;

/** Salutation, location and address of the recipient. */
function addressOn(
  speech: WordingScope,
  { payer, unit }: Paper,
  { role }: Household,
  { doc, block, floor }: Home,
  { people, home }: { people: number; home: string },
) {
  const say = (key: string, params: object) => text(speech, `report-template.print.${key}`, { ...params });
  const as = role ? text(speech, `resident.options.role.${role}`).toLocaleLowerCase(speech.language) : '';
  const area = doc?.area != null ? `${sayValue('', doc.area, 'vi')}\u00a0m²` : '';
  const counted = people > 0 ? `${say('facts.people', {})}: ${people}` : '';
  const stored = doc?.address ?? '';
  // Block and floor are left out if the address names them, and the address if it repeats the project's.
  const address = home && stored.includes(home) ? '' : stored;
  const placed = address ? [] : [placeName(block, 'block', say), placeName(floor, 'floor', say)];
  const where = [...placed, area, counted].filter(Boolean).join(' · ');
  const dear = payer ? say('dearOf', { name: payer, role: as, unit }) : say('dearUnit', { unit });
  return [dear, where, address].filter(Boolean);
}

/** Content of a notice for trying an unsaved template. */
export const triedNotice = async (ctx: Ctx, household: Household): Promise<Filled | undefined> =>
  (await loadContents(ctx, [household], 'vi')).get(household.notice._id);

/** Validates the layout before the response begins. */
export async function assertLayout(ctx: Ctx, options: NoticePaperOptions): Promise<void> {
  await layoutAt(ctx, options, undefined);
}

/** Draws each notice on pages of its own; `begins` is called before each. */
export async function drawNotices(
  ctx: Ctx,
  pdf: Pdf,
  options: NoticePaperOptions,
  notices: readonly Doc<typeof feeNotice>[],
  begins?: (id: string) => void,
): Promise<void> {
  const published = await publishedAt(ctx.projectId, notices);
  // Notices published at the same moment share a layout.
  const layouts = new Map<number, Layout>();
  const looks = new Map<string, Layout>();
  for (const { _id } of notices) {
    const at = published.get(_id);
    const moment = at?.getTime() ?? 0;
    const layout = layouts.get(moment) ?? (await layoutAt(ctx, options, at));
    layouts.set(moment, layout);
    looks.set(_id, layout);
  }
  const languageOf = (id: string) => looks.get(id)?.languages[0] ?? 'vi';
  const filled = new Map<string, Filled>();
  for (const [language, group] of Map.groupBy(await loadHouseholds(ctx, notices), household =>
    languageOf(household.notice._id),
  ))
    for (const [id, content] of await loadContents(ctx, group, language)) filled.set(id, content);
  for (const { _id } of notices) {
    const [layout, content] = [looks.get(_id), filled.get(_id)];
    if (!layout || !content) continue;
    begins?.(_id);
    await drawPaper(pdf, filledLayout(layout, content.values), content.content, { ...ctx, language: languageOf(_id) });
  }
}
