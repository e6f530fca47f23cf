import type { Definition, Undo } from '@lobby/shared/kit/definition.ts';
import { useTranslation } from 'react-i18next';
import { act } from '../../acts/acts.ts';
import type { Row } from '../../base/matches.ts';
import { store } from '../../base/store.ts';
import { toast } from '../../base/toast.ts';
import { toastRefusal } from '../../i18n/toast-refusal.ts';
import { refAtom } from '../../refs/refs.ts';
import { can } from '../../session/permissions.ts';
import { scopeNow } from '../../session/session.ts';
import { useFieldWords } from '../form/form-context.ts';
import { useResult } from './useResult.ts';

type Undoable = (before: Row, name: string, version: number, input?: Readonly<Record<string, unknown>>) => void;

/** Titles that distinguish a record from those of the same name, if loaded: the unit of an appointment. */
const apartNames = ({ apart = [], fields }: Definition, row: Row): string[] =>
  apart.flatMap(name => {
    const field = fields[name];
    const id = row[name];
    return (field?.kind === 'ref' && typeof id === 'string' && store.get(refAtom(field.to, id))?.name) || [];
  });

/** How an act is undone, if its module declares it and the reader may. */
export function undoOf({ undo, actions, code }: Definition, name: string): Undo | undefined {
  const how = undo?.[name];
  const flag = how && (actions?.[how.action]?.flag ?? 'delete');
  return flag && can(scopeNow().projectId ?? '', code, flag) ? how : undefined;
}

/**
 * Shows that an act was done, and offers for five seconds to undo it, if declared: by the inverse act, based on the version
 * after the act. `before` is the earlier record. `tells`: also reports a change of status, if the row may leave the list.
 */
export function useUndo(definition: Definition, tells = false): Undoable {
  const { t } = useTranslation('around');
  const say = useFieldWords(definition.name);
  const result = useResult(definition.name);
  return (before, name, version, values) => {
    const undo = undoOf(definition, name);
    const scope = scopeNow();
    const thing = [say.called(definition, before) || say.one, ...apartNames(definition, before)].join(' · ');
    const action = definition.actions?.[name];
    const title = name === 'remove' ? t('undo.removed', { name: thing }) : result(name, action, thing, values, before);
    // A changed status is visible in the open record; other effects, such as a sent mail, are not.
    if (!undo) return void ((action?.to && !tells) || toast({ tone: 'done', title }));
    const input = Object.fromEntries(
      Object.entries(undo.input ?? {}).map(([key, field]) => [key, before[field] ?? null]),
    );
    const back = async () => {
      const outcome = await act(definition, scope, before.id, undo.action, { input, version });
      if (outcome.kind === 'done') return toast({ tone: 'done', title: t('undo.undone') });
      if ('error' in outcome) return toastRefusal(outcome.error, { title: t('undo.failed') });
      const who = outcome.kind === 'lost' ? outcome.by?.name : undefined;
      toast({
        tone: 'bad',
        title: t('undo.failed'),
        description: t(who ? 'undo.changed' : 'undo.changedBySomebody', { name: who }),
      });
    };
    toast({
      tone: 'done',
      title,
      action: { label: t('undo.undo'), keys: 'z', onAct: () => void back() },
    });
  };
}
