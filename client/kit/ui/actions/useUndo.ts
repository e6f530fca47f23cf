import type { Definition, Undo } from '@lobby/shared/kit/definition.ts';
import { useTranslation } from 'react-i18next';
import { act } from '../../acts/acts.ts';
import type { Row } from '../../base/matches.ts';
import { store } from '../../base/store.ts';
import { toast } from '../../base/toast.ts';
import { refAtom } from '../../refs/refs.ts';
import { can } from '../../session/permissions.ts';
import { scopeNow } from '../../session/session.ts';
import { useFieldWords } from '../form/form-context.ts';
import { useResult } from './useResult.ts';

type Undoable = (before: Row, name: string, version: number, input?: Readonly<Record<string, unknown>>) => void;

/** What tells a record apart from those of its name, where that is another record whose name is known: the flat of an appointment. */
const apartNames = ({ apart = [], fields }: Definition, row: Row): string[] =>
  apart.flatMap(name => {
    const field = fields[name];
    const id = row[name];
    return (field?.kind === 'ref' && typeof id === 'string' && store.get(refAtom(field.to, id))?.name) || [];
  });

/** How an act is taken back, where its module declares it and the reader may. */
export function undoOf({ undo, actions, code }: Definition, name: string): Undo | undefined {
  const how = undo?.[name];
  const flag = how && (actions?.[how.action]?.flag ?? 'delete');
  return flag && can(scopeNow().projectId ?? '', code, flag) ? how : undefined;
}

/**
 * Says that an act was done, and for five seconds offers to take it back where its module declares how: by the inverse act, based on the version
 * that the act left. `before` is the record as it was, `version` what the act made of it. `tells`: also of a status, where its row may leave.
 */
export function useUndo(definition: Definition, tells = false): Undoable {
  const { t } = useTranslation(['around', 'errors']);
  const say = useFieldWords(definition.name);
  const result = useResult(definition.name);
  return (before, name, version, given) => {
    const undo = undoOf(definition, name);
    const scope = scopeNow();
    const thing = [say.called(definition, before) || say.one, ...apartNames(definition, before)].join(' · ');
    const action = definition.actions?.[name];
    const title = name === 'remove' ? t('undo.removed', { name: thing }) : result(name, action, thing, given, before);
    // A status that was changed is seen where the record is open; of a mail that was sent nothing is.
    if (!undo) return void ((action?.to && !tells) || toast({ tone: 'done', title }));
    const input = Object.fromEntries(
      Object.entries(undo.input ?? {}).map(([key, field]) => [key, before[field] ?? null]),
    );
    const back = async () => {
      const outcome = await act(definition, scope, before.id, undo.action, { input, version });
      if (outcome.kind === 'done') return toast({ tone: 'done', title: t('undo.undone') });
      const who = outcome.kind === 'lost' ? outcome.by?.name : undefined;
      const why = 'error' in outcome ? outcome.error.message || t('errors:FAIL') : '';
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
