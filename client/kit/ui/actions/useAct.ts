import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useTranslation } from 'react-i18next';
import { act, type Lost } from '../../acts/acts.ts';
import type { Row } from '../../base/matches.ts';
import { toast } from '../../base/toast.ts';
import { now } from '../../http/clock.ts';
import { useFormats } from '../../i18n/formats.ts';
import { toastRefusal, why } from '../../i18n/toast-refusal.ts';
import { employeeOf, scopeNow } from '../../session/session.ts';
import { useFieldWords } from '../form/form-context.ts';
import { useUndo } from './useUndo.ts';

/** Optimistic changes of an act whose result is certain: claiming an unassigned record. */
function sureOutcome(definition: Definition, row: Row, name: string): Record<string, unknown> | undefined {
  const me = employeeOf(scopeNow().projectId)?.employeeId;
  const free = 'assigneeId' in definition.fields && !row.assigneeId;
  return name === 'claim' && me && free ? { assigneeId: me } : undefined;
}

/**
 * Does an act on a record and shows the result; a conflict names who was first and when. Returns true if settled, false if
 * it may be retried; throws an `ApiError` whose fields the user can correct.
 */
export function useAct(
  definition: Definition,
  tells = false,
): (row: Row, name: string, input?: Record<string, unknown>) => Promise<boolean> {
  const { t } = useTranslation('kit');
  const say = useFieldWords(definition.name);
  const formats = useFormats();
  const undoable = useUndo(definition, tells);
  const toastLost = ({ by, status, at }: Lost) =>
    toast({
      tone: 'bad',
      title: t('act.lost', { name: by?.name || t('act.someone') }),
      description: t('act.lostText', { status: say.status(status), time: formats.when(at, now()) }),
      ...(definition.statuses && { action: why() }),
    });
  return async function run(row, name, input) {
    const patch = sureOutcome(definition, row, name);
    const outcome = await act(definition, scopeNow(), row.id, name, { input, patch });
    if (outcome.kind === 'lost') toastLost(outcome);
    if (outcome.kind === 'done') undoable(row, name, outcome.row.version, input);
    if (outcome.kind === 'asked') toast({ tone: 'done', title: t('form.asked') });
    if (outcome.kind === 'done' || outcome.kind === 'asked' || outcome.kind === 'lost') return true;
    if (Object.keys(outcome.error.fields).length > 0) throw outcome.error;
    void toastRefusal(outcome.error, {
      title: t('act.failed'),
      again: () => void run(row, name, input).catch(() => undefined),
    });
    return false;
  };
}
