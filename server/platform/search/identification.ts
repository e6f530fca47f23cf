import type { Definition } from '@lobby/shared/kit/definition.ts';
import { titleFields, titleIn } from '@lobby/shared/kit/nouns.ts';
import type { calledShape } from '@lobby/shared/kit/search.contract.ts';
import type { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { holdKeys } from '../../kit/privacy/person-keys.ts';
import { presentField } from '../../kit/records/present.ts';
import type { AnyDoc } from '../../kit/store/records.ts';
import { loadRefs, targetOf } from '../../kit/store/refs/refs.ts';

export type Called = z.output<typeof calledShape>;

interface Behind {
  field: string;
  id: string;
  title: string;
  person: boolean;
}

/** Titles of the searchable references of each record, in the order of fields. */
async function loadBehind(ctx: Ctx, definition: Definition, docs: readonly AnyDoc[]): Promise<Map<string, Behind[]>> {
  const behind = new Map<string, Behind[]>(docs.map(doc => [doc._id, []]));
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.kind !== 'ref' || !(field.search || name === definition.title)) continue;
    const target = targetOf(field.to);
    const ids = docs.map(doc => doc[name]).filter(id => typeof id === 'string');
    const others = await loadRefs(ctx.projectId, target, ids);
    for (const doc of docs) {
      const id = String(doc[name]);
      const other = others.get(id);
      if (other)
        behind
          .get(doc._id)
          ?.push({ field: name, id, title: titleOf(ctx, target, other), person: target.person === true });
    }
  }
  return behind;
}

/** Titles of records that are named by another record, and a line of their other references. */
async function loadNames(ctx: Ctx, definition: Definition, docs: readonly AnyDoc[]) {
  const behind = await loadBehind(ctx, definition, docs);
  return (doc: AnyDoc) => {
    const others = behind.get(doc._id) ?? [];
    const titled = others.find(({ field }) => field === definition.title);
    const note = others.flatMap(other => (other === titled ? [] : other.title)).join(' · ');
    return { title: titled?.title ?? titleOf(ctx, definition, doc), note };
  };
}

/** The person of each record: the first person it refers to by a searchable field. */
export async function loadPeople(
  ctx: Ctx,
  definition: Definition,
  docs: readonly AnyDoc[],
): Promise<Map<string, { id: string; name: string }>> {
  const behind = await loadBehind(ctx, definition, docs);
  return new Map(
    [...behind].flatMap(([record, others]) => {
      const owner = others.find(({ person }) => person);
      return owner ? [[record, { id: owner.id, name: owner.title }] as const] : [];
    }),
  );
}

/** Title of a record, masked if personal; a choice by its words. */
function titleOf(ctx: Ctx, definition: Definition, doc: AnyDoc): string {
  const { title } = definition;
  if (definition.fields[title]?.kind === 'choice' && doc[title])
    return text(ctx, `${definition.name}.options.${title}.${doc[title]}`);
  const shown = titleFields(definition).map(name => [name, presentField(definition, ctx.projectId, name, doc[name])]);
  return titleIn(definition, Object.fromEntries(shown));
}

/** Projection of the fields that identify a record. */
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

/** Records with their identification. */
export async function calledAs(ctx: Ctx, definition: Definition, docs: readonly AnyDoc[]): Promise<Called[]> {
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
