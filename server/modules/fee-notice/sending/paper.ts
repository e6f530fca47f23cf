import type { Language } from '@lobby/shared/kit/languages.ts';
import { sayValue } from '@lobby/shared/kit/nouns.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { SENT } from '@lobby/shared/modules/fee-notice.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { text, type WordingScope } from '../../../kit/base/messages.ts';
import type { Pdf } from '../../../kit/paper/pdf.ts';
import { holdKeys } from '../../../kit/privacy/person-keys.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { modelOf, type Stored } from '../../../kit/store/schema.ts';
import { projectOf } from '../../../platform/projects/projects.ts';
import { billSayer, billSpeech } from '../../bill/index.ts';
import { drawPaper, filledLayout, layoutFor, type PaperContent, type PaperRow } from '../../template/index.ts';
import type { Paper } from '../papers.ts';
import { householdsOf } from './households.ts';
import { readingOf, sourceOf } from './texts.ts';
import { valuesFor } from './values.ts';

type Layout = Awaited<ReturnType<typeof layoutFor>>;
type Style = PaperContent['style'];
export interface NoticeLook {
  layout: Layout;
  style: Style;
}

/** Which template notices are printed by, and in which language: else those that the project has set. */
export interface Asked {
  language?: Language | undefined;
  templateId?: string | undefined;
}

/** How notices look. Errors: REFERENCE_NOT_SUITABLE for a template of another paper. */
export async function noticeLook(ctx: Ctx, { language, templateId }: Asked): Promise<NoticeLook> {
  const layout = await layoutFor(ctx, 'FEE_NOTICE', { templateId });
  const project = await projectOf(ctx.projectId);
  return {
    layout: language ? { ...layout, languages: [language] } : layout,
    style: project?.billing?.amountWords,
  };
}

const dayOf = (day: unknown) =>
  String(day ?? '')
    .split('-')
    .toReversed()
    .join('/');
/** Amounts stand as 1.234.567 in every language (card fee-notice-print, rule 3). */
const figures = (value: number) => sayValue('', value, 'vi');

/** What stands below a line of a notice: what was counted, and how, where that is more than one amount. */
type NotesOf = (billId: string | null, unitName: string) => { notes: string[]; unitPrice: number | null };
const NO_NOTES: NotesOf = () => ({ notes: [], unitPrice: null });

/** A notice as what stands on its paper. */
export function noticeContent(
  paper: Paper,
  scope: WordingScope,
  { notesOf = NO_NOTES, style, at }: { notesOf?: NotesOf; style?: Style; at?: string } = {},
): PaperContent {
  const say = (key: string, params?: Record<string, unknown>) => text(scope, `report-template.print.${key}`, params);
  const sent = SENT.some(status => status === paper.status);
  const since =
    paper.left <= 0 ? say('settled') : at ? say('left', { day: at, left: `${figures(paper.left)} VND` }) : null;
  return {
    code: paper.code,
    day: dayOf(paper.day),
    period: dayOf(paper.month),
    bank: paper.bank,
    qr: sent && paper.left > 0 ? paper.qr : null,
    style,
    cancelled: paper.status === 'CANCELLED',
    draft: !sent && paper.status !== 'CANCELLED',
    facts: [
      ['to', paper.payer || paper.unit],
      ['unit', paper.unit],
      ['due', dayOf(paper.dueDate)],
    ],
    rows: paper.lines.map((line): PaperRow => {
      const { notes, unitPrice } = notesOf(line.billId, line.unitName);
      return {
        service: line.month === paper.month ? line.service : `${line.service} ${dayOf(line.month)}`,
        quantity: `${figures(line.quantity)} ${line.unitName}`.trim(),
        unitPrice: unitPrice === null ? '' : figures(unitPrice),
        net: figures(line.net),
        vat: figures(line.vat),
        amount: figures(line.total),
        notes,
      };
    }),
    debts: paper.debts.map(({ service, month, left }) => [`${service} ${dayOf(month)}`, figures(left)] as const),
    sums: [
      ['amount', figures(paper.total)],
      ...(paper.carried > 0 ? [['carried', figures(paper.carried)] as const] : []),
      ['owed', figures(paper.owed)],
    ],
    amount: paper.owed,
    since: paper.left < paper.owed ? since : null,
  };
}

async function notesFor(ctx: Ctx, papers: Iterable<Paper>, { showMeter, languages }: Layout): Promise<NotesOf> {
  const ids = [...papers].flatMap(({ lines }) => lines.flatMap(({ billId }) => billId ?? []));
  const bills = await modelOf(bill)
    .find({ projectId: ctx.projectId, _id: { $in: ids } })
    .maxTimeMS(10_000)
    .lean<Doc<typeof bill>[]>();
  const byId = new Map(bills.map(one => [one._id, one]));
  const say = await billSayer(ctx.projectId, bills, billSpeech({ ...ctx, language: languages[0] }, 'vi'));
  return (billId, unitName) => {
    const own = billId ? byId.get(billId) : undefined;
    if (!own) return NO_NOTES(billId, unitName);
    const { facts, lines, unitPrice } = say(own, unitName);
    const more = lines.length > 1 || unitPrice === null;
    return {
      unitPrice,
      notes: [
        ...(showMeter ? facts : []),
        ...(more ? lines.map(({ what, amount }) => `${what} = ${figures(amount)}`) : []),
      ],
    };
  };
}

/** Draws notices one after another, each on pages of its own. */
export async function drawNotices(
  ctx: Ctx,
  pdf: Pdf,
  { layout, style }: NoticeLook,
  notices: readonly Stored[],
): Promise<void> {
  const [language] = layout.languages;
  const speech = { ...ctx, language };
  const households = await householdsOf(ctx, notices);
  await holdKeys(households.map(({ payer }) => payer));
  const source = await sourceOf(speech, households, '#');
  const notesOf = await notesFor(ctx, source.papers.values(), layout);
  const short = { dateStyle: 'short', timeStyle: 'short', timeZone: ctx.project.timeZone } as const;
  const at = new Intl.DateTimeFormat('en-GB', short).format(ctx.now).replace(',', '');
  for (const household of households) {
    const paper = source.papers.get(household.notice._id);
    if (!paper) continue;
    const values = valuesFor(readingOf(source, household), { language, folded: false }, 'NORMAL');
    await drawPaper(pdf, filledLayout(layout, values), noticeContent(paper, speech, { notesOf, style, at }), speech);
  }
}
