import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import type { ReceptionSettings } from '@lobby/shared/modules/reception-settings.ts';
import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { request } from '../../kit/http/api.ts';
import type { Setting, Values } from './editing.ts';

interface Rules {
  text: Record<string, string>;
  files: FileInfo[];
  edition: number;
  updatedAt: string | null;
}
type ReceptionAnswer = Omit<ReceptionSettings, 'movingRules' | 'worksRules'> & {
  version: number;
  movingRules: Rules;
  worksRules: Rules;
};
/** Current edition of each house rules text. */
export type Editions = Record<'movingRules' | 'worksRules', Pick<Rules, 'edition' | 'updatedAt'>>;

const MAPS = ['workHours', 'noisyHours', 'worksDeposits', 'cardDeposits', 'vehicleLimits'] as const;
const RULES = ['movingRules', 'worksRules'] as const;

const under = (name: string, values: object) =>
  Object.entries(values).map(([part, value]) => [`${name}.${part}`, value] as const);

function taken({ version, desks, ...told }: ReceptionAnswer): Setting<Editions> {
  const values: Record<string, unknown> = { ...told, desks: desks.map(({ name }) => name) };
  for (const name of MAPS) {
    delete values[name];
    Object.assign(values, Object.fromEntries(under(name, told[name])));
  }
  for (const name of RULES) {
    delete values[name];
    values[`${name}.files`] = told[name].files;
    Object.assign(values, Object.fromEntries(under(`${name}.text`, told[name].text)));
  }
  const { movingRules, worksRules } = told;
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
    if (name === 'desks') body.desks = (value as string[]).map(one => ({ name: one }));
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
    taken((await request<ReceptionAnswer>('GET', `${unitGroup.path}/${projectId}/reception`, { projectId })).data),
  write: async (projectId: string, version: number, _all: Values, changed: Values) => {
    const body = { version, ...bodyOf(changed) };
    return taken(
      (await request<ReceptionAnswer>('PUT', `${unitGroup.path}/${projectId}/reception`, { projectId, body })).data,
    );
  },
};
