import { useAtom, useStore } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { actOnMany, awaitRun, type Chosen, type ManyDone, undoMany } from '../../../acts/acts.ts';
import { toast } from '../../../base/toast.ts';
import { ApiError } from '../../../http/api.ts';
import { filterValues } from '../../../http/query.ts';
import { toastRefusal } from '../../../i18n/toast-refusal.ts';
import { cancelRun, findRuns } from '../../../live/background-jobs.ts';
import { isMe } from '../../../session/session.ts';
import { actOf } from '../../actions/acts.ts';
import { useResult } from '../../actions/useResult.ts';
import { undoOf } from '../../actions/useUndo.ts';
import { AFTER_ROWS_MS } from '../model/after-rows.ts';
import type { Bulk } from '../model/bulk.ts';
import { useListModel } from '../model/model.ts';
import { countOf, NOTHING } from '../model/selection.ts';
import { useListWords } from '../model/words.ts';

/** Prefix of an act's name when it is undone. */
const UNDO = 'undo-';

/** Bulk acts on the selected rows: the current one, and functions to start, cancel and retry. */
export function useBulk() {
  const { definition, scope, list, selection, selecting, bulk: atom } = useListModel();
  const store = useStore();
  const [bulk, setBulk] = useAtom(atom);
  const t = useListWords();
  const resultWords = useResult(definition.name);

  /** Resolves when it has ended, or continues in the background. */
  function follow(begun: Bulk, go: (onRun: (runId: string) => void) => Promise<ManyDone>): Promise<void> {
    setBulk(begun);
    return new Promise((resolve, reject) => {
      const goesOn = (runId: string) => {
        setBulk({ ...begun, runId });
        resolve();
      };
      go(goesOn)
        .then(result => end({ ...begun, result }))
        .catch((error: unknown) => {
          setBulk(null);
          // Input errors belong to the dialog that asked for the input.
          if (error instanceof ApiError && Object.keys(error.fields).length > 0) reject(error);
          else toastFailed(error);
        })
        .finally(resolve);
    });
  }

  const start = (action: string, input: Record<string, unknown>, chosen: Chosen, of: number) =>
    follow({ action, input, of, runId: null, result: null }, onRun =>
      actOnMany(definition, scope, action, chosen, input, onRun),
    );

  function undo({ action }: Bulk, { done, doing }: ManyDone): void {
    const begun: Bulk = { action, undoes: true, input: {}, of: done, runId: null, result: null };
    void follow(begun, onRun => undoMany(definition, scope, action, doing, onRun)).catch(() => undefined);
  }

  function toastFailed(error: unknown): void {
    void toastRefusal(error, { title: t('kit:act.failed') });
  }

  function end(ended: Bulk): void {
    const { result } = ended;
    if (!result) return;
    const { ids } = store.get(list.view);
    // Refused rows that left the list are reported but not selected, since they are not visible.
    const left = new Set(result.refused.map(({ id }) => id).filter(id => ids.includes(id)));
    store.set(selection, left.size > 0 ? { ids: left, anchor: null, all: false } : NOTHING);
    if (left.size === 0) store.set(selecting, false);
    const whole = result.refused.length === 0 && result.state === 'done';
    setBulk(whole ? null : ended);
    if (ended.undoes) {
      if (whole) toast({ tone: 'done', title: t('around:undo.undone') });
      return;
    }
    const undoable = result.done > 0 && undoOf(definition, ended.action);
    if (!whole && !undoable) return;
    const things = t(['count', 'kit:count'], { count: result.done });
    toast({
      tone: 'done',
      title: resultWords(ended.action, actOf(definition, ended.action), things, ended.input),
      action: undoable ? { label: t('around:undo.undo'), keys: 'z', onAct: () => undo(ended, result) } : undefined,
    });
  }

  /** Shows a run that was started before the page was loaded. */
  async function findAgain(): Promise<void> {
    const runs = await findRuns(scope).catch(() => []);
    const here = runs.filter(other => other.entity === definition.name);
    // An Admin also sees runs of others.
    const run = here.find(({ by }) => isMe(by.id)) ?? here[0];
    if (!run || store.get(atom)) return;
    const { id, of, input, by } = run;
    const undoes = run.action.startsWith(UNDO);
    const action = undoes ? run.action.slice(UNDO.length) : run.action;
    const isMine = isMe(by.id);
    const running: Bulk = { action, undoes, input, of, runId: id, result: null, ...(!isMine && { by: by.name }) };
    setBulk(running);
    const over = () => setBulk(shown => (shown?.runId === id ? null : shown));
    await awaitRun(run.id, scope).then(result => (isMine ? end({ ...running, result }) : over()), over);
  }

  return {
    bulk,
    findAgain,
    /** Starts an act on the selection. Throws an `ApiError` whose fields are shown at the inputs. */
    act(action: string, input: Record<string, unknown> = {}): Promise<void> {
      const chosen = store.get(selection);
      const { filter, total } = store.get(list.view);
      const chosenAt = chosen.allAt === undefined ? {} : { chosenAt: new Date(chosen.allAt).toISOString() };
      const which: Chosen = chosen.all
        ? { isAll: true, filter: filterValues(filter), ...chosenAt }
        : { ids: [...chosen.ids] };
      return start(action, input, which, countOf(chosen, total));
    },
    retry(): void {
      const ids = bulk?.result?.refused.map(({ id }) => id) ?? [];
      if (bulk) void start(bulk.action, bulk.input, { ids }, ids.length).catch(() => undefined);
    },
    cancel(): void {
      if (bulk?.runId) void cancelRun(bulk.runId, scope).catch(() => undefined);
    },
    dismiss: () => setBulk(null),
  };
}

/** Finds a run on this list that was started before the page was loaded. */
export function useFoundAgain(): void {
  const { definition, scope } = useListModel();
  const { findAgain } = useBulk();
  const find = useEffectEvent(() => void findAgain());
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once for each list
  useEffect(() => {
    const timer = setTimeout(find, AFTER_ROWS_MS);
    return () => clearTimeout(timer);
  }, [definition.name, scope.projectId]);
}
