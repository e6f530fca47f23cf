import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useTranslation } from 'react-i18next';
import { useFieldWords } from '../form/form-context.ts';
import type { Activity } from './activity/useActivities.ts';

/** Words of an activity entry: who, and what was done. */
export function useDone({ name }: Definition): (row: Activity) => { name: string; word: string } {
  const { t, i18n } = useTranslation('kit');
  const say = useFieldWords(name);
  return ({ actor, action }) => ({
    name: actor.name || t('activity.system'),
    word: i18n.exists(`${name}:actions.${action}`)
      ? say.action(action)
      : t(`activity.actions.${action}`, { defaultValue: action }),
  });
}
