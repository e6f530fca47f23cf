import { type Definition, hiddenOf } from '@lobby/shared/kit/definition.ts';
import { calledIn, titleIn } from '@lobby/shared/kit/nouns.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { type Speech, text } from '../../kit/base/messages.ts';
import { type AnyDoc, records } from '../../kit/store/records.ts';
import { loadRefs, targetOf } from '../../kit/store/refs/refs.ts';
import type { Notification } from './rows.ts';

/** Data of a notification's record, beside those stored with the notification. */
export interface About {
  unit: string | null;
  matter: string | null;
  /** Its code, which names it if nothing else does. */
  code: string | null;
}

/** The record is gone, or there is none. */
export const UNKNOWN: About = { unit: null, matter: null, code: null };

const isRef = ({ fields }: Definition, name: string) => fields[name]?.kind === 'ref';
const hasCode = ({ fields }: Definition) => fields.code?.kind === 'text';
/** Field that names a record to people, beside its code. */
const namedBy = ({ title, matter }: Definition): string | undefined => (title === 'code' ? matter : title);
const isAbout = (definition: Definition) => isRef(definition, 'unitId') || hasCode(definition);

const languageOf = (speech: Speech) => (typeof speech === 'string' ? speech : speech.language);

/** Titles of a reference in some records, by id. */
async function titlesBehind(
  projectId: string,
  definition: Definition,
  docs: readonly AnyDoc[],
  name: string,
  speech: Speech,
): Promise<ReadonlyMap<string, string>> {
  const field = definition.fields[name];
  if (field?.kind !== 'ref') return new Map();
  const target = targetOf(field.to);
  if (target.fields[target.title]?.personal) return new Map();
  const refs = await loadRefs(
    projectId,
    target,
    docs.flatMap(doc => (typeof doc[name] === 'string' ? [doc[name]] : [])),
  );
  return new Map(docs.map(doc => [doc._id, calledIn(target, refs.get(String(doc[name])), languageOf(speech))]));
}

/** Matters of records: the title of another record, the word of a choice, or a text. */
async function loadMatters(
  projectId: string,
  definition: Definition,
  docs: readonly AnyDoc[],
  speech: Speech,
): Promise<ReadonlyMap<string, string>> {
  const name = namedBy(definition);
  const field = name === undefined ? undefined : definition.fields[name];
  if (!name || !field || field.personal) return new Map();
  if (field.kind === 'ref') return titlesBehind(projectId, definition, docs, name, speech);
  const say = (value: unknown) =>
    field.kind === 'choice' && value
      ? text(speech, `${definition.name}.options.${name}.${value}`)
      : titleIn({ title: name }, { [name]: value });
  return new Map(docs.map(doc => [doc._id, say(doc[name])]));
}

async function loadAbout(
  projectId: string,
  definition: Definition,
  rows: readonly Notification[],
  speech: Speech,
): Promise<[string, About][]> {
  const named = namedBy(definition);
  const hiddenBy = definition.resident?.hides?.by;
  const only = ['unitId', 'code', ...(named ? [named] : []), ...(hiddenBy ? [hiddenBy] : [])];
  const ids = [...new Set(rows.map(({ subject }) => subject.id))];
  const docs = await records(definition)
    .withRemoved()
    .find({ projectId }, { _id: { $in: ids } }, { only, patience: 2000 });
  const byId = new Map(docs.map(doc => [doc._id, doc]));
  const units = await titlesBehind(projectId, definition, docs, 'unitId', speech);
  const matters = await loadMatters(projectId, definition, docs, speech);
  return rows.flatMap(({ _id, unitId, subject }): [string, About][] => {
    const doc = byId.get(subject.id);
    if (!doc) return [];
    // Residents know their own unit. If the record moved to another unit, they get nothing that its household wrote.
    const isTheirs = !unitId || (doc.unitId === unitId && !hiddenOf(definition, doc).includes(named ?? ''));
    // A notification that stored the record's name keeps it.
    const isCoded = definition.title === 'code' || subject.title === doc.code;
    const matter = (isTheirs && isCoded && matters.get(doc._id)) || null;
    const unit = (!unitId && units.get(doc._id)) || null;
    return [[_id, { unit, matter, code: doc.code ? String(doc.code) : null }]];
  });
}

/** Data of notifications' records, by notification id. */
export async function loadAbouts(
  projectId: string,
  rows: readonly Notification[],
  speech: Speech,
): Promise<ReadonlyMap<string, About>> {
  const byModule = Map.groupBy(rows, ({ subject }) => subject.module);
  const maps = await Promise.all(
    MODULES.filter(module => byModule.has(module.code) && isAbout(module)).map(module =>
      loadAbout(projectId, module, byModule.get(module.code) ?? [], speech),
    ),
  );
  return new Map(maps.flat());
}
