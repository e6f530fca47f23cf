import type { Definition } from '@lobby/shared/kit/definition.ts';
import { isAnswered, optionsIn, type WorkItem, workItemsIn } from '@lobby/shared/modules/checklist-items.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { maintenance, WORK_TARGETS } from '@lobby/shared/modules/maintenance.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { supply } from '@lobby/shared/modules/supply.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import type { Route } from '../../kit/http/route.ts';
import { A4, type Pdf, type Sheet } from '../../kit/paper/pdf.ts';
import { MARGIN, RIGHT } from '../../kit/paper/table.ts';
import { loadRefs, targetOf } from '../../kit/store/refs.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { paperRoute } from '../../platform/projects/paper.ts';
import { paperDay } from '../supply/index.ts';
import { partsIn } from './parts.ts';

const BOTTOM = A4.height - MARGIN - 70;
const ANSWER = 330;
const LINE = 14;
const SMALL = { size: 9 } as const;

/** A line of the paper: words alone, or a question with its answer beside it. */
interface Line {
  words: string;
  answer?: string;
  bold?: boolean;
}

async function nameOf(ctx: Ctx, definition: Definition, id: unknown): Promise<string> {
  if (typeof id !== 'string') return '';
  const doc = (await loadRefs(ctx.projectId, definition, [id])).get(id);
  return String(doc?.[definition.title] ?? '');
}

type Say = (key: string) => string;

/** What was found of an item, or the place where it is written by hand. */
function answerOf(say: Say, item: WorkItem): string {
  const { kind, result, value, unitName, note, options } = item;
  if (isAnswered(item))
    return [say(`options.result.${result}`), [value, unitName].filter(Boolean).join(' '), note]
      .filter(Boolean)
      .join(' · ');
  if (kind === 'CHECK') return ['PASS', 'FAIL', 'NA'].map(one => `[  ] ${say(`options.result.${one}`)}`).join('   ');
  if (kind === 'CHOICE')
    return optionsIn(options)
      .map(one => `[  ] ${one}`)
      .join('   ');
  return `.............................. ${unitName ?? ''}`;
}

/** All that the paper says, from the thing to what it cost. */
async function linesOf(ctx: Ctx, work: Stored): Promise<Line[]> {
  const say = (key: string) => text(ctx, `maintenance.${key}`);
  const field = (name: string) => say(`fields.${name}`);
  const money = (value: unknown) => `${new Intl.NumberFormat('vi').format(Number(value ?? 0))} VND`;
  const target = WORK_TARGETS.find(name => typeof work[name] === 'string');
  const to = target ? maintenance.fields[target].to : '';
  const people = Array.isArray(work.assigneeIds) ? work.assigneeIds.map(String) : [];
  const workers = [...(await loadRefs(ctx.projectId, employee, people)).values()].map(({ name }) => name);
  const given: (readonly [string, string])[] = [
    ...(target ? [[field(target), await nameOf(ctx, targetOf(to), work[target])] as const] : []),
    [field('scheduledDate'), paperDay(work.scheduledDate)],
    [field('dueDate'), work.dueDate ? paperDay(work.dueDate) : ''],
    [field('assigneeIds'), workers.join(', ')],
    [field('contractorId'), await nameOf(ctx, partner, work.contractorId)],
  ];
  const lines: Line[] = given.filter(([, answer]) => answer).map(([words, answer]): Line => ({ words, answer }));
  if (work.description) lines.push({ words: String(work.description) });
  let section = '';
  for (const item of workItemsIn(work.items)) {
    if (item.section && item.section !== section) lines.push({ words: item.section, bold: true });
    section = item.section ?? '';
    lines.push({ words: `${item.n}. ${item.label}`, answer: answerOf(say, item) });
  }
  const parts = partsIn(work);
  const supplies = await loadRefs(
    ctx.projectId,
    supply,
    parts.map(({ supplyId }) => supplyId),
  );
  if (parts.length > 0) lines.push({ words: field('parts'), bold: true });
  for (const { supplyId, quantity, amount } of parts) {
    const known = supplies.get(supplyId);
    const worth = amount ? ` · ${money(amount)}` : '';
    lines.push({ words: String(known?.name ?? ''), answer: `${quantity} ${known?.unitName ?? ''}${worth}` });
  }
  if (work.status !== 'COMPLETED') return lines;
  lines.push({ words: say('actions.complete'), bold: true });
  const ended: (readonly [string, string])[] = [
    [field('completedOn'), paperDay(work.completedOn)],
    [field('completedBy'), await nameOf(ctx, employee, work.completedBy)],
    [field('result'), String(work.result ?? '')],
    [field('inspectionResult'), work.inspectionResult ? say(`options.inspectionResult.${work.inspectionResult}`) : ''],
    [field('laborCost'), work.laborCost ? money(work.laborCost) : ''],
    [field('partsCost'), work.partsCost ? money(work.partsCost) : ''],
    [field('otherCost'), work.otherCost ? money(work.otherCost) : ''],
    [field('totalCost'), money(work.totalCost)],
  ];
  return [...lines, ...ended.filter(([, answer]) => answer).map(([words, answer]): Line => ({ words, answer }))];
}

/** Draws a line; answers where the next one begins. */
function drawLine(sheet: Sheet, { words, answer, bold }: Line, top: number): number {
  const width = answer === undefined ? RIGHT - MARGIN : ANSWER - MARGIN - 10;
  const left = sheet.lines(words, width, SMALL);
  const right = answer === undefined ? [] : sheet.lines(answer, RIGHT - ANSWER, SMALL);
  const font = bold ? { ...SMALL, weight: 700 as const } : SMALL;
  for (const [at, line] of left.entries()) sheet.text(line, MARGIN, top + LINE * (at + 1), font);
  for (const [at, line] of right.entries()) sheet.text(line, ANSWER, top + LINE * (at + 1), SMALL);
  const bottom = top + LINE * Math.max(left.length, right.length) + 4;
  if (answer !== undefined) sheet.line(MARGIN, bottom, RIGHT, bottom, 0.3);
  return bottom;
}

async function draw(ctx: Ctx, pdf: Pdf, project: string, work: Stored, lines: readonly Line[]): Promise<void> {
  const say = (key: string) => text(ctx, `maintenance.${key}`);
  const title = say(work.status === 'COMPLETED' ? 'paper.report' : 'paper.sheet');
  let at = 0;
  for (let page = 1; page === 1 || at < lines.length; page++)
    await pdf.page(ctx.language, sheet => {
      sheet.text(project, MARGIN, MARGIN + 8, { size: 11, weight: 700 });
      sheet.text(String(page), RIGHT, MARGIN + 8, { size: 9, align: 'end' });
      sheet.text(title, A4.width / 2, MARGIN + 34, { size: 15, weight: 700, align: 'middle' });
      sheet.text(`${work.code} · ${work.title}`, A4.width / 2, MARGIN + 52, { align: 'middle' });
      let y = MARGIN + 64;
      for (let line = lines[at]; line && y < BOTTOM; line = lines[at]) {
        y = drawLine(sheet, line, y);
        at++;
      }
      if (at < lines.length) return;
      sheet.text(say('paper.technician'), MARGIN + 80, BOTTOM + 36, { weight: 700, align: 'middle' });
      sheet.text(say('paper.checker'), RIGHT - 80, BOTTOM + 36, { weight: 700, align: 'middle' });
    });
}

/** `GET /maintenance/:id/print`: a work on paper: to be done, or as it was done. */
export const printRoute: Route = paperRoute({
  definition: maintenance,
  summary: 'The job sheet of a work, or the report of one that is done, in the language asked for',
  nameOf: doc => String(doc.code ?? maintenance.name),
  async read(ctx, doc) {
    const lines = await linesOf(ctx, doc);
    return (pdf, project) => draw(ctx, pdf, project.name, doc, lines);
  },
});
