import type { Definition } from '@lobby/shared/kit/definition.ts';
import { titleIn } from '@lobby/shared/kit/nouns.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { holdKeys } from '../../kit/privacy/person-keys.ts';
import { present } from '../../kit/records/present.ts';
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

/** The names behind the ref fields by which a record is found too. */
async function notes(ctx: Ctx, definition: Definition, docs: readonly Stored[]): Promise<Map<string, string>> {
  const said = new Map<string, string[]>(docs.map(doc => [doc._id, []]));
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.kind !== 'ref' || !field.search) continue;
    const target = targetOf(field.to);
    const ids = docs.map(doc => doc[name]).filter(id => typeof id === 'string');
    const behind = await loadRefs(ctx.projectId, target, ids);
    for (const doc of docs) {
      const other = behind.get(String(doc[name]));
      if (other) said.get(doc._id)?.push(titleOf(ctx, target, other));
    }
  }
  return new Map([...said].map(([id, words]) => [id, words.join(' · ')]));
}

/** What a record is called, masked where that is personal. */
function titleOf(ctx: Ctx, definition: Definition, doc: Stored): string {
  return titleIn(definition, present(definition, ctx.projectId, doc, 'staff'));
}

/** Records as people know them. */
export async function calledAs(ctx: Ctx, definition: Definition, docs: readonly Stored[]): Promise<Called[]> {
  const words = await notes(ctx, definition, docs);
  if (definition.person) await holdKeys(docs);
  return docs.map(doc => ({
    entity: definition.name,
    id: doc._id,
    title: titleOf(ctx, definition, doc),
    code: typeof doc.code === 'string' && definition.title !== 'code' ? doc.code : null,
    note: words.get(doc._id) ?? '',
    status: doc.status ?? null,
  }));
}
