import type { Definition } from '@lobby/shared/kit/definition.ts';
import { titleFields, titleIn } from '@lobby/shared/kit/nouns.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { holdKeys } from '../../kit/privacy/person-keys.ts';
import { presentField } from '../../kit/records/present.ts';
import { loadRefs, targetOf } from '../../kit/store/refs.ts';
import type { Stored } from '../../kit/store/schema.ts';

/** What a record is known by. */
export const calledShape = z.object({
  entity: z.string(),
  id: idSchema,
  title: z.string(),
  code: z.string().nullable(),
  /** What else it is known by: its unit, its resident. */
  note: z.string(),
  status: z.string().nullable(),
});
export type Called = z.output<typeof calledShape>;

interface Behind {
  field: string;
  id: string;
  title: string;
  person: boolean;
}

/** What is behind the ref fields by which each record is found too, in their order. */
async function loadBehind(ctx: Ctx, definition: Definition, docs: readonly Stored[]): Promise<Map<string, Behind[]>> {
  const found = new Map<string, Behind[]>(docs.map(doc => [doc._id, []]));
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.kind !== 'ref' || !(field.search || name === definition.title)) continue;
    const target = targetOf(field.to);
    const ids = docs.map(doc => doc[name]).filter(id => typeof id === 'string');
    const others = await loadRefs(ctx.projectId, target, ids);
    for (const doc of docs) {
      const id = String(doc[name]);
      const other = others.get(id);
      if (other)
        found
          .get(doc._id)
          ?.push({ field: name, id, title: titleOf(ctx, target, other), person: target.person === true });
    }
  }
  return found;
}

/** What records are called by another one, and the names behind them in one line each. */
async function loadNames(ctx: Ctx, definition: Definition, docs: readonly Stored[]) {
  const found = await loadBehind(ctx, definition, docs);
  return (doc: Stored) => {
    const others = found.get(doc._id) ?? [];
    const own = others.find(({ field }) => field === definition.title);
    const note = others.flatMap(one => (one === own ? [] : one.title)).join(' · ');
    return { title: own?.title ?? titleOf(ctx, definition, doc), note };
  };
}

/** The person that each record is of: the first that it is found by. */
export async function loadPeople(
  ctx: Ctx,
  definition: Definition,
  docs: readonly Stored[],
): Promise<Map<string, { id: string; name: string }>> {
  const found = await loadBehind(ctx, definition, docs);
  return new Map(
    [...found].flatMap(([record, others]) => {
      const one = others.find(({ person }) => person);
      return one ? [[record, { id: one.id, name: one.title }] as const] : [];
    }),
  );
}

/** What a record is called, masked where that is personal; by the words of a choice. */
function titleOf(ctx: Ctx, definition: Definition, doc: Stored): string {
  const { title } = definition;
  if (definition.fields[title]?.kind === 'choice' && doc[title])
    return text(ctx, `${definition.name}.options.${title}.${doc[title]}`);
  const shown = titleFields(definition).map(name => [name, presentField(definition, ctx.projectId, name, doc[name])]);
  return titleIn(definition, Object.fromEntries(shown));
}

/** The fields that a record is called by, as a database projection. */
export const calledBy = (definition: Definition): Record<string, 1> =>
  Object.fromEntries(
    [
      ...titleFields(definition),
      'code',
      'status',
      ...Object.entries(definition.fields).flatMap(([name, { kind, search }]) =>
        kind === 'ref' && search ? [name] : [],
      ),
    ].map(name => [name, 1]),
  );

/** Records as people know them. */
export async function calledAs(ctx: Ctx, definition: Definition, docs: readonly Stored[]): Promise<Called[]> {
  const names = await loadNames(ctx, definition, docs);
  if (definition.person) await holdKeys(docs);
  return docs.map(doc => ({
    entity: definition.name,
    id: doc._id,
    ...names(doc),
    code: typeof doc.code === 'string' && definition.title !== 'code' ? doc.code : null,
    status: doc.status ?? null,
  }));
}
