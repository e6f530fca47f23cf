import type { Definition } from '@lobby/shared/kit/definition.ts';
import { clockOf } from '@lobby/shared/kit/hours.ts';
import {
  isAnswered,
  optionsIn,
  picturesIn,
  type WorkItem,
  workItemsIn,
} from '@lobby/shared/modules/checklist-items.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { place } from '@lobby/shared/modules/location.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { supply } from '@lobby/shared/modules/supply.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { clockAt } from '../../../kit/base/local-time.ts';
import { text } from '../../../kit/base/messages.ts';
import { numberIn } from '../../../kit/base/numbers.ts';
import type { Route } from '../../../kit/http/route.ts';
import { drawParts, MARGIN, type Part, picturesPart, RIGHT, ROOM, wordsFor } from '../../../kit/paper/parts.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadRefs, targetOf } from '../../../kit/store/refs/refs.ts';
import { paperRoute } from '../../../platform/projects/paper/paper.ts';
import { renderRasters } from '../../../platform/projects/paper/rasters.ts';
import { paperDay } from '../../supply/index.ts';
import { targetIn } from '../plans/targets.ts';
import { measureOf } from './rules.ts';

const ANSWER = 330;
const LINE = 14;
const SMALL = { size: 9 } as const;
/** Side length of a picture. */
const SIDE = 110;

/** A line of the paper: text, or a question with its answer. */
interface Line {
  words: string;
  answer?: string;
  bold?: boolean;
  /** Pictures or signatures below the line. */
  pictures?: readonly string[];
}

async function loadName(ctx: Ctx, definition: Definition, id: string | null): Promise<string> {
  if (!id) return '';
  const doc = (await loadRefs(ctx.projectId, definition, [id])).get(id);
  return String(doc?.[definition.title] ?? '');
}

/** Code, name and location of the work's item. */
async function thingLines(
  ctx: Ctx,
  label: string,
  definition: Definition,
  id: string,
  placed: string,
): Promise<(readonly [string, string])[]> {
  const thing: Record<string, unknown> = (await loadRefs(ctx.projectId, definition, [id])).get(id) ?? {};
  const at =
    (await loadName(ctx, place, typeof thing.placeId === 'string' ? thing.placeId : null)) ||
    String(thing.placeText ?? '');
  const code = definition === place ? null : thing.code;
  return [
    [label, [code, thing[definition.title]].filter(Boolean).join(' · ')],
    [placed, definition === place ? '' : at],
  ];
}

/** Time and date as printed. */
function momentOf({ project }: Ctx, at: Date): string {
  const { minutes, day } = clockAt(at, project.timeZone);
  return `${clockOf(minutes)} ${paperDay(day)}`;
}

type Say = (key: string) => string;

/** Answer of an item, or a blank for handwriting. */
function answerOf(ctx: Ctx, say: Say, item: WorkItem): string {
  const { kind, result, unitName, note, options, at } = item;
  const read = measureOf(ctx, item);
  const signedAt = kind === 'SIGNATURE' && at && result !== 'NA' ? momentOf(ctx, new Date(at)) : null;
  if (isAnswered(item))
    return [say(`options.result.${result}`), [read, unitName].filter(Boolean).join(' '), signedAt, note]
      .filter(Boolean)
      .join(' · ');
  if (kind === 'CHECK')
    return ['PASS', 'FAIL', 'NA'].map(choice => `[  ] ${say(`options.result.${choice}`)}`).join('   ');
  if (kind === 'CHOICE')
    return optionsIn(options)
      .map(option => `[  ] ${option}`)
      .join('   ');
  return `.............................. ${unitName ?? ''}`;
}

/** All lines of the paper, from the item to the costs. */
async function loadLines(ctx: Ctx, work: Doc<typeof maintenance>): Promise<Line[]> {
  const say = (key: string) => text(ctx, `maintenance.${key}`);
  const field = (name: string) => say(`fields.${name}`);
  const money = (value: number) => `${numberIn(ctx.language, value)} VND`;
  const target = targetIn(work);
  const workers = [...(await loadRefs(ctx.projectId, employee, work.assigneeIds)).values()].map(({ name }) => name);
  // Completed works show their actual start.
  const began = work.status === 'COMPLETED' ? (work.startedAt ?? work.startAt) : work.startAt;
  const answers: (readonly [string, string])[] = [
    ...(target
      ? await thingLines(
          ctx,
          field(target.name),
          targetOf(maintenance.fields[target.name].to),
          target.id,
          field('placeId'),
        )
      : []),
    [field('scheduledDate'), paperDay(work.scheduledDate)],
    [field(work.status === 'COMPLETED' ? 'startedAt' : 'startAt'), began ? momentOf(ctx, began) : ''],
    [field('dueDate'), work.dueDate ? paperDay(work.dueDate) : ''],
    [field('assigneeIds'), workers.join(', ')],
    [field('contractorId'), await loadName(ctx, partner, work.contractorId)],
  ];
  const lines: Line[] = answers.filter(([, answer]) => answer).map(([words, answer]): Line => ({ words, answer }));
  if (work.description) lines.push({ words: work.description });
  let section = '';
  for (const item of workItemsIn(work.items)) {
    if (item.section && item.section !== section) lines.push({ words: item.section, bold: true });
    section = item.section ?? '';
    lines.push({ words: `${item.n}. ${item.label}`, answer: answerOf(ctx, say, item), pictures: picturesIn(item) });
  }
  const { parts } = work;
  const supplies = await loadRefs(
    ctx.projectId,
    supply,
    parts.map(({ supplyId }) => supplyId),
  );
  if (parts.length > 0) lines.push({ words: field('parts'), bold: true });
  for (const { supplyId, quantity, amount } of parts) {
    const item = supplies.get(supplyId);
    const worth = amount ? ` · ${money(amount)}` : '';
    lines.push({
      words: item?.name ?? '',
      answer: `${numberIn(ctx.language, quantity)} ${item?.unitName ?? ''}${worth}`,
    });
  }
  if (work.status !== 'COMPLETED') return lines;
  lines.push({ words: say('actions.complete'), bold: true });
  const ended: (readonly [string, string])[] = [
    [field('completedOn'), paperDay(work.completedOn)],
    [field('completedBy'), await loadName(ctx, employee, work.completedBy)],
    [field('result'), work.result ?? ''],
    [field('inspectionResult'), work.inspectionResult ? say(`options.inspectionResult.${work.inspectionResult}`) : ''],
    [field('laborCost'), work.laborCost ? money(work.laborCost) : ''],
    [field('partsCost'), work.partsCost ? money(work.partsCost) : ''],
    [field('otherCost'), work.otherCost ? money(work.otherCost) : ''],
    [field('totalCost'), money(work.totalCost ?? 0)],
  ];
  return [...lines, ...ended.filter(([, answer]) => answer).map(([words, answer]): Line => ({ words, answer }))];
}

/** Lays out a line with its answer beside the question. */
function partOf({ wrapped }: ReturnType<typeof wordsFor>, { words, answer, bold }: Line): Part {
  const left = wrapped(words, answer === undefined ? ROOM : ANSWER - MARGIN - 10, SMALL);
  const right = answer === undefined ? [] : wrapped(answer, RIGHT - ANSWER, SMALL);
  const font = bold ? { ...SMALL, weight: 700 as const } : SMALL;
  const height = LINE * Math.max(left.length, right.length) + 4;
  return {
    height,
    draw(sheet, y) {
      for (const [at, line] of left.entries()) sheet.text(line, MARGIN, y + LINE * (at + 1), font);
      for (const [at, line] of right.entries()) sheet.text(line, ANSWER, y + LINE * (at + 1), SMALL);
      if (answer !== undefined) sheet.line(MARGIN, y + height, RIGHT, y + height, 0.3);
    },
  };
}

/** Pictures below a label; empty without pictures. */
async function shownAs(ctx: Ctx, { words }: ReturnType<typeof wordsFor>, label: string, ids: unknown): Promise<Part[]> {
  const rows = picturesPart(await renderRasters(ctx.projectId, ids), SIDE);
  return rows.length > 0 ? [words(label, { ...SMALL, weight: 700 }, 14, 8), ...rows] : [];
}

/** Signature lines for those who did not sign on screen. */
const signers = (names: readonly [string, string]): Part => ({
  height: 90,
  draw(sheet, y) {
    sheet.text(names[0], MARGIN + 80, y + 24, { weight: 700, align: 'middle' });
    sheet.text(names[1], RIGHT - 80, y + 24, { weight: 700, align: 'middle' });
  },
});

async function loadParts(ctx: Ctx, work: Doc<typeof maintenance>): Promise<Part[]> {
  const say = (key: string) => text(ctx, `maintenance.${key}`);
  const speech = wordsFor(ctx);
  const lines: Part[] = [];
  for (const line of await loadLines(ctx, work))
    lines.push(partOf(speech, line), ...picturesPart(await renderRasters(ctx.projectId, line.pictures)));
  const signed = await shownAs(ctx, speech, say('fields.signatures'), work.signatures);
  return [
    speech.words(say(work.status === 'COMPLETED' ? 'paper.report' : 'paper.sheet'), { size: 15, weight: 700 }, 22),
    speech.words(`${work.code} · ${work.title}`, {}, 16),
    ...lines,
    ...(await shownAs(ctx, speech, say('fields.imagesBefore'), work.imagesBefore)),
    ...(await shownAs(ctx, speech, say('fields.imagesAfter'), work.imagesAfter)),
    ...signed,
    ...(signed.length > 0 ? [] : [signers([say('paper.technician'), say('paper.checker')])]),
  ];
}

/** `GET /maintenance/:id/print`: work order, or report of a completed work. */
export const printRoute: Route = paperRoute({
  definition: maintenance,
  summary: 'The job sheet of a work, or the report of one that is done, in the language asked for',
  nameOf: doc => doc.code ?? maintenance.name,
  async read(ctx, doc) {
    const parts = await loadParts(ctx, doc);
    return (pdf, project) => drawParts(ctx, pdf, project.name, parts);
  },
});
