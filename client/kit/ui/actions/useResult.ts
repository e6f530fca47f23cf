import type { Action } from '@lobby/shared/kit/definition.ts';
import { useTranslation } from 'react-i18next';
import { store } from '../../base/store.ts';
import { refAtom } from '../../refs/refs.ts';
import { useFieldWords } from '../form/form-context.ts';

/** Says what came of an act: what was done to which records, and to whom they were given. */
export function useResult(name: string) {
  const { t } = useTranslation(['kit', 'around']);
  const say = useFieldWords(name);
  return (act: string, action: Action | undefined, things: string, input: Readonly<Record<string, unknown>> = {}) => {
    const given = Object.entries(action?.input ?? {}).find(([, field]) => field.kind === 'ref' && field.worksIn);
    const id = given && input[given[0]];
    const who = typeof id === 'string' && id ? store.get(refAtom('employee', id))?.name : undefined;
    if (who && !action?.to) return t('kit:act.given', { things, name: who });
    if (given && id === null && !action?.to) return t('kit:act.free', { things });
    return t('around:undo.done', { action: say.action(act), name: who ? `${things} → ${who}` : things });
  };
}
