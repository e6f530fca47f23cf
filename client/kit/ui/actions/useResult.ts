import type { Action } from '@lobby/shared/kit/definition.ts';
import { useTranslation } from 'react-i18next';
import { store } from '../../base/store.ts';
import { useFormats } from '../../i18n/formats.ts';
import { refAtom } from '../../refs/refs.ts';
import { useFieldWords } from '../form/form-context.ts';

const WHEN: readonly string[] = ['date', 'instant'];

/** Builds the message about an act: the records, new assignees, and new dates; `before` is the single record before it. */
export function useResult(name: string) {
  const { t } = useTranslation(['kit', 'around']);
  const say = useFieldWords(name);
  const { day, dateTime } = useFormats();
  return (
    act: string,
    action: Action | undefined,
    things: string,
    input: Readonly<Record<string, unknown>> = {},
    before: Readonly<Record<string, unknown>> = {},
  ) => {
    const inputs = Object.entries(action?.input ?? {});
    // Only a changed assignee is mentioned.
    const handover = inputs.find(
      ([name, field]) => field.kind === 'ref' && field.worksIn && input[name] !== before[name],
    );
    const id = handover && input[handover[0]];
    const moved = inputs.find(([name, { kind }]) => WHEN.includes(kind) && typeof input[name] === 'string');
    const at = moved && String(input[moved[0]]);
    const to = at && (moved[1].kind === 'date' ? day(at) : dateTime(at));
    const who = typeof id === 'string' && id ? store.get(refAtom('employee', id))?.name : undefined;
    if (who && !to && !action?.to) return t('kit:act.given', { things, name: who });
    if (handover && id === null && !to && !action?.to) return t('kit:act.free', { things });
    return t('around:undo.done', { action: say.action(act), name: [things, to, who].filter(Boolean).join(' → ') });
  };
}
