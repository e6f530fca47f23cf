import { createHash } from 'node:crypto';
import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import {
  failedItems,
  ITEM_RESULTS,
  isAnswered,
  isWrong,
  judged,
  MOST_ITEMS,
  MOST_PICTURES,
  openItems,
  progressOf,
  workItemsIn,
} from '@lobby/shared/modules/checklist-items.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenance, USUAL_DELAY_DAYS, WORK_TARGETS } from '@lobby/shared/modules/maintenance.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { text } from '../../../kit/base/messages.ts';
import { isDrawn } from '../../../kit/files/drawn.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { addFiles } from '../../../kit/records/acts/add-files.ts';
import { build } from '../../../kit/records/records.ts';
import { type EffectOf, perform } from '../../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../../kit/serve.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { readingEffect } from '../machines/readings.ts';
import { notifyOfWork } from '../repair/index.ts';
import { measureOf, toldAt } from './rules.ts';

const instant = fieldSchema({ kind: 'instant' });
const words = fieldSchema({ kind: 'text', max: 1000 });
const answer = z.strictObject({
  n: z.int().min(1).max(MOST_ITEMS),
  value: z.union([words, z.number()]).nullish(),
  result: z.enum(ITEM_RESULTS).nullish(),
  note: words.nullish(),
  images: z.array(idSchema).max(MOST_PICTURES).optional(),
  at: instant.nullish(),
  key: z.string().min(1).max(64).nullish(),
  /** Time of receipt of the answer being corrected; otherwise an existing answer stays, and this one is stored beside it. */
  corrects: instant.nullish(),
  /** The meter was exchanged and counts anew. */
  reset: z.boolean().optional(),
});
type Answer = z.output<typeof answer>;

/** An item as it is stored, and an answer that arrived after another one. */
type Line = Doc<typeof maintenance>['items'][number];
type Late = Doc<typeof maintenance>['besides'][number];

/** Hash of all answers except signatures: the content that is signed. */
function signedOf(items: readonly Line[]): string {
  const answers = items
    .filter(({ kind }) => kind !== 'SIGNATURE')
    .map(({ n, value, result, note, pictures }) => [n, value ?? null, result ?? null, note ?? null, pictures ?? null]);
  return createHash('sha256').update(JSON.stringify(answers)).digest('hex');
}

const EMPTY = {
  value: null,
  result: null,
  note: null,
  pictures: null,
  at: null,
  receivedAt: null,
  byId: null,
  onceKey: null,
  signs: null,
};

/** Removes signatures made before an answer changed. */
function withoutVoid(items: readonly Line[]): Line[] {
  const digest = signedOf(items);
  return items.map(item =>
    item.kind === 'SIGNATURE' && isAnswered(item) && item.result !== 'NA' && item.signs !== digest
      ? { ...item, ...EMPTY }
      : item,
  );
}

interface Filled {
  items: Line[];
  besides: Late[];
}

/** Merges answers, signatures last; an answer received before is ignored. */
function fillIn(ctx: Ctx, doc: Doc<typeof maintenance>, answers: readonly Answer[]): Filled {
  let items = doc.items.map(item => ({ ...item }));
  const besides = [...doc.besides];
  const errors: FieldErrors = {};
  const order = [...answers.entries()].toSorted(([, a], [, b]) => Number(signs(items, a)) - Number(signs(items, b)));
  for (const [at, input] of order) {
    const item = items.find(({ n }) => n === input.n);
    const isRepeated = [...items, ...besides].some(({ onceKey }) => input.key && onceKey === input.key);
    if (isRepeated) continue;
    const verdict = item ? judged(item, input) : { errors: { n: { code: 'INVALID' } } };
    if (!item || isWrong(verdict)) {
      const faults = isWrong(verdict) ? verdict.errors : {};
      for (const [part, fault] of Object.entries(faults)) errors[`items.${at}.${part}`] = fault;
      continue;
    }
    items = withoutVoid(items);
    const line = {
      ...verdict,
      note: input.note?.trim() || null,
      pictures: (input.images ?? []).join(' ') || null,
      at: toldAt(ctx, input.at).toISOString(),
      receivedAt: ctx.now.toISOString(),
      byId: ctx.employeeId ?? null,
      onceKey: input.key ?? null,
      signs: item.kind === 'SIGNATURE' ? signedOf(items) : null,
    };
    const others = isAnswered(item) && item.byId && item.byId !== ctx.employeeId;
    if (others && input.corrects !== item.receivedAt) besides.push({ n: item.n, ...line });
    else items = items.map(old => (old.n === input.n ? { ...old, ...line } : old));
  }
  if (Object.keys(errors).length > 0) failFields(errors);
  return { items: withoutVoid(items), besides: besides.slice(-MOST_ITEMS) };
}

const signs = (items: readonly Line[], { n }: Answer) => items.find(item => item.n === n)?.kind === 'SIGNATURE';

/** Meter readings contained in the answers; errors refer to their item. */
async function readings(
  ctx: Ctx,
  doc: Doc<typeof maintenance>,
  answers: readonly Answer[],
  items: readonly Line[],
): Promise<Change[]> {
  const received = ctx.now.toISOString();
  const read = [...answers.entries()].flatMap(([at, input]) => {
    const item = items.find(({ n }) => n === input.n);
    // Items already answered by a colleague create no reading.
    const isFresh = item?.kind === 'METER' && item.result === 'PASS' && item.receivedAt === received;
    return isFresh ? [{ at, one: input, item }] : [];
  });
  const machine = read.length > 0 && doc.deviceId ? await records(device).get(ctx, doc.deviceId) : null;
  if (!machine) return [];
  const made: Change[] = [];
  let { meters } = machine;
  for (const { at, one: input, item } of read) {
    const reading = {
      meter: item.meterKey ?? '',
      value: Number(item.value),
      at: input.at,
      reset: input.reset,
      workId: doc._id,
    };
    const effect = await readingEffect(ctx, { ...machine, meters }, reading).catch(error => atItem(error, at));
    if (effect.set?.meters) meters = effect.set.meters;
    made.push(...(effect.with ?? []));
  }
  // The device first, because the resulting works change its maintenance dates.
  return [{ definition: device, action: 'measured', update: { doc: machine, set: { meters } } }, ...made];
}

/** Reports a refused reading at its item. */
function atItem(error: unknown, at: number): never {
  if (!(error instanceof Refusal)) throw error;
  const { fields = {}, ...data } = (error.data ?? {}) as { fields?: Record<string, unknown> };
  const fault = Object.values(fields)[0];
  throw new Refusal(error.code, { ...data, fields: { [`items.${at}.value`]: fault } });
}

/** Refuses empty signature images. */
async function assertSignaturesDrawn(ctx: Ctx, items: readonly Line[], answers: readonly Answer[]): Promise<void> {
  const errors: FieldErrors = {};
  for (const [at, { n, result, images = [] }] of answers.entries()) {
    if (result === 'NA' || items.find(item => item.n === n)?.kind !== 'SIGNATURE') continue;
    const drawn = await Promise.all(images.map(id => isDrawn(ctx, id)));
    if (!drawn.every(Boolean)) errors[`items.${at}.images`] = { code: 'SIGNATURE_REQUIRED' };
  }
  if (Object.keys(errors).length > 0) failFields(errors, 'SIGNATURE_REQUIRED');
}

async function answered(
  ctx: Ctx,
  doc: Doc<typeof maintenance>,
  answers: readonly Answer[],
): Promise<EffectOf<typeof maintenance>> {
  const { items, besides } = fillIn(ctx, doc, answers);
  const fresh = [...new Set(answers.flatMap(({ images = [] }) => images))].filter(id => !doc.itemImages.includes(id));
  const files = await addFiles(ctx, maintenance, doc, 'itemImages', fresh);
  await assertSignaturesDrawn(ctx, items, answers);
  const progress = progressOf(workItemsIn(items));
  const failed = failedItems(workItemsIn(items)).length;
  return {
    set: { ...files.set, items, besides, progress, failedItems: failed, touched: true },
    ...(files.also && { also: files.also }),
    with: await readings(ctx, doc, answers, items),
    note: {
      before: { progress: doc.progress, failedItems: doc.failedItems },
      after: { progress, failedItems: failed },
    },
  };
}

/** `PUT /maintenance/:id/answer`: stores answers of checklist items, each with its author. */
export const answerRoute: Route = route({
  method: 'put',
  path: `${maintenance.path}/:id/answer`,
  summary: 'Answer items of the checklist: measures, results, notes and pictures',
  module: maintenance.code,
  flags: ['updateStatus'],
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ version: z.int().min(1).optional(), items: z.array(answer).min(1).max(MOST_ITEMS) }),
  answer: responseSchema(maintenance, 'detail'),
  async run(ctx, { params, body }) {
    const saved = await perform(
      ctx,
      { definition: maintenance, name: 'answered', id: params.id, input: { version: body.version } },
      (_ctx, doc) => answered(ctx, doc, body.items),
    );
    return loadDetail(ctx, maintenance, saved);
  },
});

/** Throws if required answers, pictures or signatures are missing, with the item numbers. */
export function assertAnswered(doc: Doc<typeof maintenance>): void {
  const open = openItems(workItemsIn(doc.items));
  const of = (kinds: readonly string[]) => open.filter(({ kind }) => kinds.includes(kind)).map(({ n }) => n);
  const faults = [
    ['CHECKLIST_INCOMPLETE', of(['CHECK', 'NUMBER', 'TEXT', 'CHOICE', 'METER'])],
    ['PHOTO_REQUIRED', of(['PHOTO'])],
    ['SIGNATURE_REQUIRED', of(['SIGNATURE'])],
  ] as const;
  for (const [code, items] of faults) if (items.length > 0) fail(code, { items });
}

/** Creates one repair for all failed items. */
export async function repairOfFailed(ctx: Ctx, doc: Doc<typeof maintenance>): Promise<Change[]> {
  const failed = failedItems(workItemsIn(doc.items));
  if (failed.length === 0) return [];
  const today = todayOf(ctx);
  const thing = Object.fromEntries(WORK_TARGETS.map(name => [name, doc[name]]));
  const lines = failed.map(item =>
    [`${item.n}. ${item.label}`, [measureOf(ctx, item), item.unitName].filter(Boolean).join(' '), item.note]
      .filter(Boolean)
      .join(': '),
  );
  const insert = await build(
    ctx,
    maintenance,
    {
      ...thing,
      kind: 'CORRECTIVE',
      origin: 'MANUAL',
      status: 'WAITING',
      priority: 'high',
      touched: true,
      title: text(ctx, 'maintenance.repairOf', { title: doc.title }).slice(0, 200),
      description: lines.join('\n').slice(0, 5000),
      departmentId: doc.departmentId,
      scheduledDate: today,
      dueDate: addDays(today, USUAL_DELAY_DAYS),
    },
    true,
  );
  const also: Change['also'] = session => notifyOfWork(ctx, insert, session);
  return [{ definition: maintenance, action: 'create', insert, also }];
}
