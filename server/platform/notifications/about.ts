import type { Definition } from '@lobby/shared/kit/definition.ts';
import { titleIn } from '@lobby/shared/kit/nouns.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { loadRefs, targetOf } from '../../kit/store/refs.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import type { Notification } from './rows.ts';

/** What a notification is about, beside the title of its record. */
export interface About {
  unit: string | null;
  matter: string | null;
}

/** References that say what a record is about where it is called by a code. */
const MATTERS = ['utilityId', 'serviceId', 'elevatorId', 'partnerId'];

const isRef = ({ fields }: Definition, name: string) => fields[name]?.kind === 'ref';
const matterOf = (definition: Definition) =>
  definition.title === 'code' ? MATTERS.find(name => isRef(definition, name)) : undefined;

/** The titles behind one reference of some records, by their ids. */
async function titlesBehind(projectId: string, definition: Definition, docs: readonly Stored[], name: string) {
  const field = definition.fields[name];
  if (field?.kind !== 'ref') return new Map<string, string>();
  const target = targetOf(field.to);
  const refs = await loadRefs(
    projectId,
    target,
    docs.flatMap(doc => (typeof doc[name] === 'string' ? [doc[name]] : [])),
  );
  return new Map(docs.map(doc => [doc._id, titleIn(target, refs.get(String(doc[name])))]));
}

async function loadAbout(
  projectId: string,
  definition: Definition,
  ids: readonly string[],
): Promise<[string, About][]> {
  const matter = matterOf(definition);
  const shown = Object.fromEntries(['unitId', ...(matter ? [matter] : [])].map(name => [name, 1]));
  const docs = await modelOf(definition)
    .find({ projectId, _id: { $in: [...ids] } }, shown)
    .maxTimeMS(2000)
    .lean<Stored[]>();
  const units = await titlesBehind(projectId, definition, docs, 'unitId');
  const matters = matter ? await titlesBehind(projectId, definition, docs, matter) : new Map<string, string>();
  return docs.map(({ _id }) => [_id, { unit: units.get(_id) || null, matter: matters.get(_id) || null }]);
}

/** The unit and the matter of what staff were told, by the id of the record; residents know their home. */
export async function aboutThem(projectId: string, rows: readonly Notification[]): Promise<ReadonlyMap<string, About>> {
  const told = Map.groupBy(
    rows.filter(({ unitId }) => !unitId),
    ({ subject }) => subject.module,
  );
  const found = await Promise.all(
    MODULES.filter(one => told.has(one.code) && (isRef(one, 'unitId') || matterOf(one))).map(one =>
      loadAbout(projectId, one, [...new Set((told.get(one.code) ?? []).map(({ subject }) => subject.id))]),
    ),
  );
  return new Map(found.flat());
}
