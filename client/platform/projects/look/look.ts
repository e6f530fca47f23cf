import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { request } from '../../../kit/http/api.ts';
import type { Setting, Values } from '../settings/editing.ts';

interface LookAnswer extends Record<string, unknown> {
  id: string;
  version: number;
  notes: Record<string, string>;
  buildings: string[];
  may: boolean;
  keeper: boolean;
}
/** Projects that use the label, and the user's rights to it. */
export type Standing = Pick<LookAnswer, 'buildings' | 'may' | 'keeper'>;

export const OWN_LABEL = '/white-label/own';
export const noteKey = (language: string) => `notes.${language}`;

function taken({ id: _id, version, notes, buildings, may, keeper, ...values }: LookAnswer): Setting<Standing> {
  const flat = Object.fromEntries(LANGUAGES.map(language => [noteKey(language), notes[language] ?? null]));
  return { version, values: { ...values, ...flat }, extra: { buildings, may, keeper } };
}

function bodyOf(values: Values): Record<string, unknown> {
  const notes = LANGUAGES.flatMap(language => {
    const note = values[noteKey(language)];
    return typeof note === 'string' && note ? [[language, note]] : [];
  });
  const rest = Object.entries(values).filter(([name]) => !name.startsWith('notes.'));
  return { ...Object.fromEntries(rest), support: values.support ?? '', notes: Object.fromEntries(notes) };
}

/** White label of a project as an editing source. */
export const lookSource = {
  form: 'project-look',
  what: 'white-label',
  read: async (projectId: string) => taken((await request<LookAnswer>('GET', OWN_LABEL, { projectId })).data),
  write: async (projectId: string, version: number, values: Values) =>
    taken((await request<LookAnswer>('PUT', OWN_LABEL, { projectId, body: { version, ...bodyOf(values) } })).data),
};
