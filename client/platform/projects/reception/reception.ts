import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import type { changeReceptionSettings, receptionSettings } from '@lobby/shared/modules/reception-settings.contract.ts';
import { callContract } from '../../../kit/http/contract.ts';
import type { Setting, Values } from '../settings/editing.ts';

interface Rules {
  text: Record<string, string>;
  files: FileInfo[];
  edition: number;
  updatedAt: string | null;
}
type ReceptionAnswer = AnswerOf<typeof changeReceptionSettings>;
/** Current edition of each house rules text. */
export type Editions = Record<'movingRules' | 'worksRules', Pick<Rules, 'edition' | 'updatedAt'>>;

const MAPS = ['workHours', 'noisyHours', 'worksDeposits', 'cardDeposits', 'vehicleLimits'] as const;
const RULES = ['movingRules', 'worksRules'] as const;

const under = (name: string, values: object) =>
  Object.entries(values).map(([part, value]) => [`${name}.${part}`, value] as const);

/** Residents alone are told less. */
const NO_RULES = { text: {}, files: [], edition: 0, updatedAt: null };

function taken({ version = 1, desks = [], ...rest }: ReceptionAnswer): Setting<Editions> {
  const values: Record<string, unknown> = { ...rest, desks: desks.map(({ name }) => name) };
  for (const name of MAPS) {
    delete values[name];
    Object.assign(values, Object.fromEntries(under(name, rest[name] ?? {})));
  }
  for (const name of RULES) {
    delete values[name];
    const { files, text } = rest[name] ?? NO_RULES;
    values[`${name}.files`] = files;
    Object.assign(values, Object.fromEntries(under(`${name}.text`, text)));
  }
  const { movingRules = NO_RULES, worksRules = NO_RULES } = rest;
  return { version, values, extra: { movingRules, worksRules } };
}

const idsOf = (files: unknown) => (Array.isArray(files) ? files.map(({ id }: FileInfo) => id) : []);

/** Writes the value of a flat name (`a.b.c`) into a nested body. */
function put(body: Record<string, unknown>, name: string, value: unknown): void {
  const [first = '', ...rest] = name.split('.');
  if (rest.length === 0) body[first] = value;
  else {
    const inner = { ...(body[first] as Record<string, unknown> | undefined) };
    put(inner, rest.join('.'), value);
    body[first] = inner;
  }
}

function bodyOf(changed: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changed)) {
    if (name === 'desks') body.desks = (value as string[]).map(desk => ({ name: desk }));
    else if (name.endsWith('.files')) put(body, name, idsOf(value));
    else put(body, name, name.includes('Hours.') ? (value ?? '') : value);
  }
  return body;
}

/** Desk settings as an editing source, with a flat name per day, type or language. */
export const receptionSource = {
  form: 'reception-settings',
  what: 'reception',
  read: async (projectId: string) =>
    taken(
      (
        await callContract<typeof receptionSettings>('GET', '/unit-group/:id/reception', {
          params: { id: projectId },
          projectId,
        })
      ).data,
    ),
  write: async (projectId: string, version: number, _all: Values, changed: Values) => {
    const body = { version, ...bodyOf(changed) };
    return taken(
      (
        await callContract<typeof changeReceptionSettings>('PUT', '/unit-group/:id/reception', {
          params: { id: projectId },
          projectId,
          body,
        })
      ).data,
    );
  },
};
