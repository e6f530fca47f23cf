import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, requestFile, type Scope } from '../../http/api.ts';
import { saveFile } from '../../http/save-file.ts';
import { callOf, importFile, type Mapping, type Outcome, type Preview, previewFile } from './importing.ts';

export type Step = 'choose' | 'reading' | 'preview' | 'importing';

interface State {
  step: Step;
  file: File | null;
  map: Mapping;
  /** Rows that match existing records update them. */
  updates: boolean;
  preview: Preview | null;
  error: string;
}

const BEGIN: State = { step: 'choose', file: null, map: {}, updates: false, preview: null, error: '' };

/** State of an import from file to result; unmounting aborts a pending request. */
export function useImport(definition: Definition, scope: Scope, onDone: (outcome: Outcome) => void) {
  const { t } = useTranslation('errors');
  const [state, setState] = useState(BEGIN);
  const underway = useRef<AbortController>(null);
  useEffect(() => () => underway.current?.abort(), []);

  async function run<T>(step: Step, next: Partial<State>, work: (signal: AbortSignal) => Promise<T>) {
    underway.current?.abort();
    const controller = new AbortController();
    underway.current = controller;
    setState(before => ({ ...before, ...next, step, error: '' }));
    try {
      return await work(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      const message = error instanceof ApiError && error.message ? error.message : t('FAIL');
      setState(before => ({ ...before, step: before.preview ? 'preview' : 'choose', error: message }));
    }
  }

  async function look(file: File, map: Mapping, updates: boolean) {
    const preview = await run('reading', { file, map, updates }, signal =>
      previewFile(definition.path, callOf(scope, file, map, updates, signal)),
    );
    if (preview) setState(before => ({ ...before, step: 'preview', preview }));
  }

  return {
    state,
    take: (file: File) => {
      setState(BEGIN);
      void look(file, {}, false);
    },
    put: (column: string, field: string) => {
      const { file, preview } = state;
      if (!file || !preview) return;
      const mapping = preview.columns.map(other => [
        other.column,
        other.field === field && field ? '' : (other.field ?? ''),
      ]);
      void look(file, { ...Object.fromEntries(mapping), [column]: field }, state.updates);
    },
    update: (updates: boolean) => void (state.file && look(state.file, state.map, updates)),
    store: async () => {
      const { file, map, updates, preview } = state;
      if (!file || !preview) return;
      const outcome = await run('importing', {}, signal =>
        importFile(
          definition.path,
          callOf(scope, file, map, updates, signal),
          preview.faultCount > 0 ? 'leave' : 'refuse',
        ),
      );
      if (outcome) onDone(outcome);
    },
    marked: async () => {
      const { file, map, updates } = state;
      if (!file) return;
      const answer = await requestFile(`${definition.path}/import/marked`, callOf(scope, file, map, updates), 'POST');
      saveFile(answer.file, answer.name);
    },
    template: async () => {
      const answer = await requestFile(`${definition.path}/import/template`, { ...scope });
      saveFile(answer.file, answer.name);
    },
    restart: () => {
      underway.current?.abort();
      setState(BEGIN);
    },
  };
}

export type Import = ReturnType<typeof useImport>;
