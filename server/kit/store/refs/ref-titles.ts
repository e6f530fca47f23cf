import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Stored } from '../schema.ts';
import { loadRefs, targetOf } from './refs.ts';

/** Titles of referenced records that a record is searched by, by field; `made` are records saved along with it. */
export async function namesBehind(
  definition: Definition,
  projectId: string,
  docs: readonly Stored[],
  made: ReadonlyMap<string, Stored> = new Map(),
) {
  const titles = new Map<string, Map<string, string>>();
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.kind !== 'ref' || !field.search) continue;
    const target = targetOf(field.to);
    const ids = docs.map(doc => doc[name]).filter(id => typeof id === 'string');
    const stored = await loadRefs(
      projectId,
      target,
      ids.filter(id => !made.has(id)),
    );
    const refs = new Map([
      ...stored,
      ...ids.flatMap((id): [string, Stored][] => {
        const doc = made.get(id);
        return doc ? [[id, doc]] : [];
      }),
    ]);
    titles.set(name, new Map([...refs].map(([id, ref]) => [id, String(ref[target.title] ?? '')])));
  }
  return (doc: Stored): Record<string, string> => {
    const names: Record<string, string> = {};
    for (const [name, byId] of titles) {
      const title = byId.get(String(doc[name]));
      if (title !== undefined) names[name] = title;
    }
    return names;
  };
}
