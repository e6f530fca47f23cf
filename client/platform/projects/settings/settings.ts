import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { projectSettings } from '@lobby/shared/modules/unit-group.contract.ts';
import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { request } from '../../../kit/http/api.ts';
import { callContract } from '../../../kit/http/contract.ts';
import type { Setting, Values } from './editing.ts';

/** Settings as returned by the server. */
type SettingsAnswer = AnswerOf<typeof projectSettings>;
export interface Known {
  keeper: boolean;
}

const FEATURE = 'features.';

function taken({ version, features, keeper, by, ...values }: SettingsAnswer): Setting<Known> {
  const flat = Object.fromEntries(Object.entries(features).map(([name, on]) => [FEATURE + name, on]));
  return { version, values: { ...values, ...flat }, extra: { keeper }, ...(by && { by: by.name }) };
}

function bodyOf(changed: Values): Record<string, unknown> {
  const features = Object.entries(changed).filter(([name]) => name.startsWith(FEATURE));
  const rest = Object.entries(changed).filter(([name]) => !name.startsWith(FEATURE));
  return {
    ...Object.fromEntries(rest),
    ...(features.length > 0 && {
      features: Object.fromEntries(features.map(([name, on]) => [name.slice(FEATURE.length), on])),
    }),
  };
}

/** Project settings and features as one editing source. */
export const settingsSource = {
  form: 'project-settings',
  what: 'project',
  read: async (projectId: string) =>
    taken(
      (
        await callContract<typeof projectSettings>('GET', '/unit-group/:id/settings', {
          params: { id: projectId },
          projectId,
        })
      ).data,
    ),
  write: async (projectId: string, version: number, _all: Values, changed: Values) => {
    const body = { version, ...bodyOf(changed) };
    return taken((await request<SettingsAnswer>('PUT', `${unitGroup.path}/${projectId}`, { projectId, body })).data);
  },
};
