import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { layWording, NOUNS, type Wording } from '@lobby/shared/kit/nouns.ts';
import { textInput } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Actor } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { textBy, type WordingScope } from '../../kit/base/messages.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { storeSetting } from '../settings/settings.ts';

/** Removes spaces in placeholders: `{{ count }}` becomes `{{count}}`. */
const unspaced = (text: string) => text.replace(/\{\{\s*(\w+)\s*\}\}/g, '{{$1}}');
const word = textInput(40);
const wordingSchema = z.strictObject({
  words: z.partialRecord(z.enum(NOUNS), z.strictObject({ one: word, other: word.optional(), short: word.optional() })),
  texts: z.record(z.string().max(120), textInput(500, 1, true).overwrite(unspaced)),
});
/** Editable dictionary: language -> words and texts. */
export const dictionarySchema = z.partialRecord(z.enum(LANGUAGES), wordingSchema);

/** Owner of a dictionary: a white label, or a project, which overrides it. */
export type Owner = { whiteLabel: string } | { projectId: string };

interface Dictionary {
  _id: string;
  languages: z.infer<typeof dictionarySchema>;
  version: number;
}

export const dictionaryCollection: Collection = { name: 'dictionaries', indexes: [] };
const dictionaries = () => db().collection<Dictionary>(dictionaryCollection.name);
const idOf = (owner: Owner) => ('projectId' in owner ? `project:${owner.projectId}` : `label:${owner.whiteLabel}`);

/** All dictionaries are cached, because every message needs them and they are small. */
const dictionaryOf = new Map<string, Dictionary>();

function remember(dictionary: Dictionary): void {
  const before = dictionaryOf.get(dictionary._id);
  if (!before || before.version <= dictionary.version) dictionaryOf.set(dictionary._id, dictionary);
}

/** Loads all dictionaries at start. */
export async function loadDictionaries(): Promise<void> {
  dictionaryOf.clear();
  for await (const dictionary of dictionaries().find()) remember(dictionary);
}

/** Reloads a dictionary changed on any server, by its id. */
export async function renewDictionary(id: string): Promise<void> {
  const dictionary = await dictionaries().findOne({ _id: id });
  if (dictionary) remember(dictionary);
}

const layers = (label: Dictionary | undefined, project: Dictionary | undefined, language: Language) =>
  layWording(label?.languages[language], project?.languages[language]);

/** Wording for messages, from the cache. */
export function wordingIn({ whiteLabel, projectId, language }: WordingScope): Wording {
  return layers(
    dictionaryOf.get(idOf({ whiteLabel })),
    projectId ? dictionaryOf.get(idOf({ projectId })) : undefined,
    language,
  );
}

/** Dictionary of an owner, with the version that a change must be based on. */
export async function readDictionary(owner: Owner): Promise<Pick<Dictionary, 'languages' | 'version'>> {
  return (await dictionaries().findOne({ _id: idOf(owner) })) ?? { languages: {}, version: 0 };
}

/** Placeholders of a text: `{{count}}`. */
const variables = (text: string) => text.match(/\{\{\w+\}\}/g) ?? [];
/** Names of the placeholders, for a refusal. */
const namesIn = (text: string) =>
  variables(text)
    .map(mark => mark.slice(2, -2))
    .join(', ') || '–';

/** Errors of single texts: an unknown key, or a placeholder that the built-in text does not have. */
function faultsIn(languages: z.infer<typeof dictionarySchema>): FieldErrors {
  const faults: FieldErrors = {};
  for (const [language, wording] of Object.entries(languages))
    for (const [key, text] of Object.entries(wording?.texts ?? {})) {
      const original = textBy(language as Language, key);
      const path = `${language}.texts.${key}`;
      if (original === undefined) faults[path] = { code: 'UNKNOWN_FIELD' };
      else if (variables(text).some(name => !original.includes(name)))
        faults[path] = { code: 'TEXT_VARIABLES', params: { names: namesIn(original) } };
    }
  return faults;
}

/** Changes an owner's dictionary on all servers and clients at once. Refuses texts with unknown keys. */
export async function setDictionary(
  owner: Owner,
  version: number,
  input: z.input<typeof dictionarySchema>,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  const languages = dictionarySchema.parse(input);
  const faults = faultsIn(languages);
  if (Object.keys(faults).length > 0) failFields(faults);
  const _id = idOf(owner);
  const before = await readDictionary(owner);
  if (before.version !== version)
    fail('DATA_STALE', { current: { version: before.version, languages: before.languages } });
  const setting = {
    projectId: 'projectId' in owner ? owner.projectId : '',
    entity: 'dictionary',
    entityId: _id,
    action: version === 0 ? 'create' : 'update',
    actor,
    now,
    version: version + 1,
    before: before.languages,
    after: languages,
  } as const;
  await storeSetting(setting, async session => {
    const { matchedCount, upsertedCount } = await dictionaries().replaceOne(
      { _id, version },
      { languages, version: version + 1 },
      { session, upsert: version === 0 },
    );
    if (matchedCount + upsertedCount === 0) fail('DATA_STALE');
  });
  remember({ _id, languages, version: version + 1 });
}

/** Inserts the dictionary of a new project, within the transaction that creates it. */
export async function insertDictionary(projectId: string, languages: Dictionary['languages'], session: Session) {
  await dictionaries().insertOne({ _id: idOf({ projectId }), languages, version: 1 }, { session });
}

/** Current wording from the database, because another server may just have changed it. */
export async function freshWording(place: WordingScope): Promise<Wording> {
  const { whiteLabel, projectId } = place;
  const owners = [idOf({ whiteLabel }), ...(projectId ? [idOf({ projectId })] : [])];
  for (const dictionary of await dictionaries()
    .find({ _id: { $in: owners } })
    .toArray())
    remember(dictionary);
  return wordingIn(place);
}
