import { FEATURES, type Feature, type Features, isOn } from '@lobby/shared/kit/features.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { OWN_NOUNS, type Wording } from '@lobby/shared/kit/nouns.ts';
import { textBy } from '../../kit/base/messages.ts';
import type { EventRow } from '../../kit/store/events.ts';
import { whiteLabelBy } from '../branding/white-labels.ts';

type Setting = NonNullable<EventRow['after']>;
type SettingChange = { before: Setting; after: Setting };

/** Describes a picture by type and size, since the activity does not store it. */
function pictureOf(value: unknown): string | null {
  const [, type = '', data = ''] = typeof value === 'string' ? (/^data:image\/(\w+)[^,]*,(.*)$/.exec(value) ?? []) : [];
  return type ? `${type.toUpperCase()} · ${Math.ceil((data.length * 3) / 4 / 1024)} kB` : null;
}

/** A list or record of texts, one per line. */
function lines(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(item => lines(item)).join('\n') || null;
  if (typeof value !== 'object' || value === null) return value;
  return Object.values(value).join(' ') || null;
}

const SHOWN: Readonly<Record<string, (value: unknown) => unknown>> = {
  logo: pictureOf,
  logoDark: pictureOf,
  whiteLabel: id => whiteLabelBy(typeof id === 'string' ? id : undefined).name,
};
const shown = (values: Setting | null): Setting =>
  Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, (SHOWN[name] ?? lines)(value)]));

function ofProject(before: Setting | null, after: Setting | null): SettingChange {
  const switches = (values: Setting | null): Setting =>
    Object.fromEntries(
      (Object.keys(FEATURES) as Feature[]).map(name => [name, isOn((values?.features ?? {}) as Features, name)]),
    );
  const [{ features, ...rest }, { features: _before, ...was }] = [after ?? {}, before ?? {}];
  return {
    before: { ...shown(was), ...(features ? switches(before) : {}) },
    after: { ...shown(rest), ...(features ? switches(after) : {}) },
  };
}

/** Words of a dictionary in a language by key: noun forms and texts. */
function wordsIn(wording: Partial<Wording> | undefined): Record<string, string> {
  const nouns = Object.entries(wording?.words ?? {}).flatMap(([noun, forms]) =>
    Object.entries(forms ?? {}).map(([form, word]) => [`${noun} ${form}`, word]),
  );
  return { ...Object.fromEntries(nouns), ...wording?.texts };
}

/** The built-in word of a key. */
function ownWord(language: Language, key: string): string {
  const [noun = '', form = ''] = key.split(' ');
  const forms = Object.entries(OWN_NOUNS[language]).find(([name]) => name === noun)?.[1];
  return Object.entries(forms ?? {}).find(([name]) => name === form)?.[1] ?? textBy(language, key) ?? '';
}

/** Only changed words; the built-in ones where nothing was set. */
function ofDictionary(before: Setting | null, after: Setting | null): SettingChange {
  const [was, is]: string[][] = [[], []];
  for (const language of LANGUAGES) {
    const [old, now] = [before, after].map(values => wordsIn(values?.[language] as Partial<Wording> | undefined));
    for (const key of new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])) {
      if (old?.[key] === now?.[key]) continue;
      was?.push(`${language.toUpperCase()} · ${old?.[key] ?? ownWord(language, key)}`);
      is?.push(`${language.toUpperCase()} · ${now?.[key] ?? ownWord(language, key)}`);
    }
  }
  return { before: { words: was?.join('\n') }, after: { words: is?.join('\n') } };
}

/** Values by day or type, one per line, and house rules by version. */
function ofReception(values: Setting | null): Setting {
  const word = (part: string) =>
    ['work-schedule:fields', 'vehicle:options.type', 'unit-group:reception.works']
      .map(at => textBy(DEFAULT_LANGUAGE, `${at}.${part}`))
      .find(Boolean) ?? part;
  const tell = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(item => (typeof item === 'object' ? item.name : item)).join(', ');
    if (typeof value !== 'object' || value === null) return value;
    if ('edition' in value) return String(value.edition);
    return Object.entries(value)
      .map(([part, item]) => `${word(part)} ${item}`)
      .join('\n');
  };
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, tell(value)]));
}

const TOLD: Readonly<Record<string, (before: Setting | null, after: Setting | null) => SettingChange>> = {
  project: ofProject,
  reception: (before, after) => ({ before: ofReception(before), after: ofReception(after) }),
  dictionary: ofDictionary,
  'white-label': (before, after) => ({ before: shown(before), after: shown(after) }),
};

/** An event of a setting with readable values; other events are unchanged. */
export function readable<R extends Pick<EventRow, 'entity' | 'action' | 'before' | 'after'>>(row: R): R {
  const tell = Object.hasOwn(TOLD, row.entity) ? TOLD[row.entity] : undefined;
  // The first dictionary entry counts as an update of the product's words, not as a new record.
  const change = row.action === 'create' && row.entity === 'dictionary' ? 'update' : row.action;
  return tell && row.after ? { ...row, ...tell(row.before, row.after), action: change } : row;
}
