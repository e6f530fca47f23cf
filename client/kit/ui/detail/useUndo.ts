import type { Definition, Undo } from '@lobby/shared/kit/definition.ts';
import { useTranslation } from 'react-i18next';
import { act } from '../../acts.ts';
import type { Row } from '../../matches.ts';
import { can } from '../../permissions.ts';
import { scopeNow } from '../../session.ts';
import { useFieldWords } from '../form/place.ts';
import { toast } from '../toast.ts';

/** How an act is taken back, where its module declares it and the reader may. */
export function undoOf({ undo, actions, code }: Definition, name: string): Undo | undefined {
  const how = undo?.[name];
  const flag = how && (actions?.[how.action]?.flag ?? 'delete');
  return flag && can(scopeNow().projectId ?? '', code, flag) ? how : undefined;
}

/**
 * Says that an act was done, and for five seconds offers to take it back where its module declares how: by the inverse act, based on the version
 * that the act left. `before` is the record as it was, `version` what the act made of it.
 */
export function useUndo(definition: Definition): (before: Row, name: string, version: number) => void {
  const { t } = useTranslation(['around', 'errors']);
  const say = useFieldWords(definition.name);
  return (before, name, version) => {
    const undo = undoOf(definition, name);
    const scope = scopeNow();
    const title = t(name === 'remove' ? 'undo.removed' : 'undo.done', {
      name: String(before[definition.title] ?? say.one),
      action: say.action(name),
    });
    // A status that was changed is seen; of a mail that was sent nothing is.
    if (!undo) return void (definition.actions?.[name]?.to || toast({ tone: 'done', title }));
    const input = Object.fromEntries(
      Object.entries(undo.input ?? {}).map(([key, field]) => [key, before[field] ?? null]),
    );
    const back = async () => {
      const outcome = await act(definition, scope, before.id, undo.action, { input, version });
      if (outcome.kind === 'done') return toast({ tone: 'done', title: t('undo.undone') });
      const who = outcome.kind === 'lost' ? outcome.by?.name : undefined;
      const why = outcome.kind === 'lost' ? '' : outcome.error.message || t('errors:FAIL');
      toast({
        tone: 'bad',
        title: t('undo.failed'),
        description: why || (who ? t('undo.changed', { name: who }) : t('undo.changedBySomebody')),
      });
    };
    toast({
      tone: 'done',
      title,
      action: { label: t('undo.undo'), keys: 'z', onAct: () => void back() },
    });
  };
}
