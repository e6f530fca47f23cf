import { digitsOfCall, type Hotline, hotline, MOST_HOTLINES } from '@lobby/shared/modules/hotline.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { build, edited } from '../../kit/records/records.ts';
import type { Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { type Change, save } from '../../kit/store/save.ts';
import { type Setting, storeSetting, storeSettingIn } from '../settings/settings.ts';
import { type Project, projects } from './projects.ts';

type Line = { name: string; phone: string };

/** Hotlines of a project in order. */
export const hotlinesIn = (projectId: string, session: Session | null = null): Promise<Doc<typeof hotline>[]> =>
  records(hotline)
    .in(session)
    .find({ projectId }, {}, { sort: { order: 1, _id: 1 }, limit: MOST_HOTLINES + 1, patience: 2000 });

/** Serializes changes of a project's hotlines. */
export const takeHotlines = (projectId: string, session: Session): Promise<void> =>
  serializeBy(`hotlines ${projectId}`, session);

const lineOf = ({ name, phone }: Line): Line => ({ name, phone });

/** The two project settings derived from hotlines: the main number, and other visible ones. */
export function settingsOfHotlines(docs: readonly (Line & Pick<Hotline, 'kind' | 'shown'>)[]) {
  const others = docs.filter(({ kind, shown }) => kind !== 'MAIN' && shown);
  return { hotline: docs.find(({ kind }) => kind === 'MAIN')?.phone ?? '', hotlines: others.map(lineOf) };
}

/**
 * Copies the hotlines into the project's document within the transaction that changes them, because documents, mails and
 * pages read them there.
 */
export async function copyHotlines(projectId: string, session: Session): Promise<void> {
  const set: Partial<Project> = settingsOfHotlines(await hotlinesIn(projectId, session));
  await projects().updateOne({ _id: projectId }, { $set: set }, { session });
}

/** Refuses more hotlines than allowed. */
export const failTooMany = (field: string): never =>
  failFields({ [field]: { code: 'TOO_MANY', params: { max: MOST_HOTLINES } } });
const failAt = (field: string, code: string): never => failFields({ [field]: { code } }, code);

/** The digits of a phone number given as a setting. */
const digitsAt = (field: string, phone: string): string => digitsOfCall(phone) ?? failAt(field, 'PHONE_INVALID');

const changeOf = async (ctx: Ctx, doc: Doc<typeof hotline>, values: Values<typeof hotline>): Promise<Change> => ({
  definition: hotline,
  action: 'update',
  update: { doc, set: (await edited(ctx, hotline, doc, values)).changed },
});
const removal = (ctx: Ctx, doc: Doc<typeof hotline>): Change => ({
  definition: hotline,
  action: 'remove',
  update: { doc, set: { deletedAt: ctx.now } },
});
const creation = async (ctx: Ctx, values: Values<typeof hotline>): Promise<Change> => ({
  definition: hotline,
  action: 'create',
  insert: await build(ctx, hotline, values),
});

/** Changes for the main number given as a setting: another phone, a first number, or none. */
async function mainChanges(ctx: Ctx, docs: readonly Doc<typeof hotline>[], phone: string): Promise<Change[]> {
  const main = docs.find(({ kind }) => kind === 'MAIN');
  if (!phone) {
    if (!main) return [];
    const [next] = docs.filter(doc => doc !== main);
    if (!next) failAt('hotline', 'HOTLINE_LAST');
    return next ? [removal(ctx, main), await changeOf(ctx, next, { kind: 'MAIN' })] : [];
  }
  if (main?.phone === phone) return [];
  const digits = digitsAt('hotline', phone);
  if (docs.some(doc => doc !== main && doc.digits === digits)) failAt('hotline', 'HOTLINE_PHONE_EXISTS');
  if (main) return [await changeOf(ctx, main, { phone, digits })];
  return [await creation(ctx, { name: 'Hotline', phone, digits, kind: 'MAIN', order: 10 })];
}

/** Changes for the other visible numbers given as a setting: exactly these, in this order. The main number and hidden ones stay. */
async function otherChanges(ctx: Ctx, docs: readonly Doc<typeof hotline>[], lines: readonly Line[]): Promise<Change[]> {
  const others = docs.filter(({ kind, shown }) => kind !== 'MAIN' && shown);
  const fixed = docs.filter(doc => !others.includes(doc));
  const top = Math.max(10, ...docs.map(({ order }) => order ?? 0));
  const hasMain = docs.some(({ kind }) => kind === 'MAIN');
  const docsByLine = new Map<number, Doc<typeof hotline>>();
  for (const [n, { name, phone }] of lines.entries()) {
    const digits = digitsAt(`hotlines.${n}.phone`, phone);
    if (fixed.some(other => other.digits === digits)) failAt(`hotlines.${n}.phone`, 'HOTLINE_PHONE_EXISTS');
    const same = (other: Line) => other.name.toLowerCase() === name.toLowerCase();
    if (fixed.some(same) || lines.findIndex(same) !== n) failAt(`hotlines.${n}.name`, 'HOTLINE_EXISTS');
    const match = others.find(other => other.digits === digits);
    if (match) docsByLine.set(n, match);
  }
  if (fixed.length + lines.length > MOST_HOTLINES) failTooMany('hotlines');
  // Free order numbers: those of kept hotlines, then numbers above all.
  const orders = [...docsByLine.values()].map(({ order }) => order ?? 0).sort((a, b) => a - b);
  while (orders.length < lines.length) orders.push(top + 10 * (orders.length - docsByLine.size + 1));
  const gone = others.filter(other => ![...docsByLine.values()].includes(other)).map(other => removal(ctx, other));
  const changes: Change[] = [];
  for (const [n, { name, phone }] of lines.entries()) {
    const doc = docsByLine.get(n);
    const values = { name, phone, digits: digitsAt('hotlines', phone), order: orders[n] };
    const same = doc?.name === name && doc.phone === phone && doc.order === orders[n];
    if (!doc) changes.push(await creation(ctx, { ...values, kind: hasMain || n > 0 ? 'OTHER' : 'MAIN' }));
    else if (!same) changes.push(await changeOf(ctx, doc, values));
  }
  return [...gone, ...changes];
}

/** Changes of hotlines when the two settings are given in the old form. */
export async function hotlineChanges(ctx: Ctx, changes: Partial<Project>): Promise<Change[]> {
  if (changes.hotline === undefined && !changes.hotlines) return [];
  const docs = await hotlinesIn(ctx.projectId);
  const first = changes.hotline === undefined ? [] : await mainChanges(ctx, docs, changes.hotline);
  const changed = new Map(first.map(({ update }) => [update?.doc._id, update?.set]));
  const now = docs.flatMap(doc => {
    const set = changed.get(doc._id);
    return set?.deletedAt ? [] : [{ ...doc, ...set } as Doc<typeof hotline>];
  });
  for (const { insert } of first) if (insert) now.unshift(insert as Doc<typeof hotline>);
  const more = changes.hotlines ? await otherChanges(ctx, now, changes.hotlines) : [];
  return [...first, ...more];
}

/** Stores a setting of the project together with changes of hotlines. */
export async function storeWithHotlines(
  ctx: Ctx,
  changes: readonly Change[],
  setting: Setting,
  write: (session: Session) => Promise<void>,
): Promise<void> {
  const [last] = changes.slice(-1);
  if (!last) return storeSetting(setting, write);
  const also = async (session: Session) => {
    await takeHotlines(ctx.projectId, session);
    await storeSettingIn(session, setting, write);
    await copyHotlines(ctx.projectId, session);
  };
  await save(ctx, [...changes.slice(0, -1), { ...last, also }]);
}

/** Hotlines copied for a new project, which has no departments yet. */
export const copiesOfHotlines = async (ctx: Ctx, templateId: string): Promise<Doc<typeof hotline>[]> =>
  Promise.all(
    (await hotlinesIn(templateId)).map(({ order, name, phone, kind, hours, shown, note, digits }) =>
      build(ctx, hotline, { order, name, phone, kind, hours, shown, note, digits }, true),
    ),
  );
