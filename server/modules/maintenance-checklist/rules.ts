import { completeItem, helpPicturesIn, type Item, itemsIn } from '@lobby/shared/modules/checklist-items.ts';
import { checklistKey, maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { build, edited } from '../../kit/records/records.ts';
import type { Action, ActionsOf, BehaviourOf, DoneOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records, type Where } from '../../kit/store/records.ts';
import { failInUse } from '../../kit/store/refs/inbound-refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';

const MOST_PLANS = 500;

const loadEditions = (
  ctx: Ctx,
  listId: string | null,
  query: Where<typeof maintenanceChecklist> = {},
): Promise<Doc<typeof maintenanceChecklist>[]> =>
  records(maintenanceChecklist).find(ctx, { listId, ...query }, { sort: { edition: 1 }, patience: 2000 });

/** Plans that use an edition. */
const plansWith = (
  ctx: Ctx,
  checklistId: string,
  query: Where<typeof maintenancePlan> = {},
): Promise<Doc<typeof maintenancePlan>[]> =>
  records(maintenancePlan).find(
    ctx,
    { checklistId, ...query },
    { sort: { name: 1 }, limit: MOST_PLANS, patience: 2000 },
  );

/** Keeps only pictures that the checklist has, and of these only those that an item uses. */
function withHelp(items: readonly Item[], held: readonly string[]) {
  const ownItems = items.map(item => {
    const pictures = helpPicturesIn(item).filter(id => held.includes(id));
    return { ...item, helpPictures: pictures.length > 0 ? pictures.join(' ') : null };
  });
  const named = new Set(ownItems.flatMap(helpPicturesIn));
  return { items: ownItems, helpImages: held.filter(id => named.has(id)) };
}

async function complete(
  _ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof maintenanceChecklist>,
): Promise<Values<typeof maintenanceChecklist>> {
  if (kind === 'remove' || kind === 'restore') return values;
  const named = typeof values.name === 'string' && { nameKey: checklistKey(values.name) };
  if (!('items' in values || 'helpImages' in values)) return { ...values, ...named };
  const completed = itemsIn(values.items ?? doc?.items).map(completeItem);
  const { items, helpImages } = withHelp(completed, values.helpImages ?? doc?.helpImages ?? []);
  return { ...values, ...named, items, helpImages, itemCount: items.length };
}

/** Refuses a name used by another checklist; its own editions share one. */
export async function assertNameFree(
  ctx: Ctx,
  session: Session,
  { doc, before }: DoneOf<typeof maintenanceChecklist>,
): Promise<void> {
  if (!doc || (before && doc.nameKey === before.nameKey)) return;
  await serializeBy(`checklist-names ${ctx.projectId}`, session);
  const taken = await records(maintenanceChecklist)
    .in(session)
    .exists(ctx, { nameKey: doc.nameKey, listId: { $ne: doc.listId } });
  if (taken) failFields({ name: { code: 'CHECKLIST_EXISTS' } }, 'CHECKLIST_EXISTS');
}

/** Renames the other editions of a checklist. */
async function renamed(ctx: Ctx, { doc, before }: DoneOf<typeof maintenanceChecklist>): Promise<Change[]> {
  if (!doc || !before || doc.name === before.name) return [];
  const changes: Change[] = [];
  for (const other of await loadEditions(ctx, doc.listId, { _id: { $ne: doc._id } })) {
    const { changed } = await edited(ctx, maintenanceChecklist, other, { name: doc.name, nameKey: doc.nameKey });
    changes.push({ definition: maintenanceChecklist, action: 'update', update: { doc: other, set: changed } });
  }
  return changes;
}

export const checklistRules = {
  check: complete,
  changes: renamed,
  // A new checklist is its own first edition.
  async first(_ctx, _session, doc) {
    Object.assign(doc, { listId: doc._id, edition: 1 });
  },
  inTransaction: assertNameFree,
} satisfies BehaviourOf<typeof maintenanceChecklist>;

/** Publishes an edition: retires the previous one and switches plans to it; existing works keep theirs. */
const publish: Action<typeof maintenanceChecklist, 'publish'> = async (ctx, doc) => {
  if (itemsIn(doc.items).length === 0) failFields({ items: { code: 'CHECKLIST_EMPTY' } }, 'CHECKLIST_EMPTY');
  const before = await loadEditions(ctx, doc.listId, { status: 'PUBLISHED', _id: { $ne: doc._id } });
  const plans = (await Promise.all(before.map(({ _id }) => plansWith(ctx, _id)))).flat();
  const who = new Set(plans.flatMap(({ assigneeIds }) => assigneeIds));
  const subject = { module: maintenancePlan.code, id: doc._id, title: doc.name, part: 'checklists' };
  return {
    with: [
      ...before.map((edition): Change => {
        const update = { doc: edition, set: { status: 'RETIRED' } };
        return { definition: maintenanceChecklist, action: 'retire', update };
      }),
      ...plans.map((plan): Change => {
        const update = { doc: plan, set: { checklistId: doc._id } };
        return { definition: maintenancePlan, action: 'update', update };
      }),
    ],
    also: session => notify(ctx, toStaff([...who]), 'CHECKLIST_PUBLISHED', subject, session),
  };
};

/** Creates the next edition as a draft copy. */
const editCopy: Action<typeof maintenanceChecklist, 'edit-copy'> = async (ctx, doc) => {
  const editions = await loadEditions(ctx, doc.listId);
  if (editions.some(({ status }) => status === 'DRAFT')) fail('CHECKLIST_HAS_DRAFT');
  const edition = Math.max(...editions.map(other => other.edition)) + 1;
  const { name, kind, categoryId, description, items, helpImages, itemCount, estimatedMinutes, listId } = doc;
  const insert = await build(ctx, maintenanceChecklist, {
    name,
    kind,
    categoryId,
    description,
    items,
    helpImages,
    itemCount,
    estimatedMinutes,
    listId,
    nameKey: doc.nameKey,
    edition,
    editionKey: `${listId} ${edition}`,
  });
  return { with: [{ definition: maintenanceChecklist, action: 'create', insert }] };
};

/** Refuses to retire an edition used by active plans. */
const retire: Action<typeof maintenanceChecklist, 'retire'> = async (ctx, doc) => {
  const running = await plansWith(ctx, doc._id, { status: 'ACTIVE' });
  if (running.length === 0) return {};
  const names = running.slice(0, 20).map(({ name }) => name);
  return failInUse(maintenancePlan, running.length, {
    field: 'checklistId',
    names,
    plans: names.join(', '),
    why: 'maintenance-checklist.usedBy',
  });
};

export const checklistActs = { publish, 'edit-copy': editCopy, retire } satisfies ActionsOf<
  typeof maintenanceChecklist
>;
