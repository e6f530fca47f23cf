import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, requestFile, type Scope } from '../../api.ts';
import { saveFile } from '../../save-file.ts';
import { callOf, importFile, type Mapping, type Preview, previewFile } from './importing.ts';

export type Step = 'choose' | 'reading' | 'preview' | 'importing';

interface State {
  step: Step;
  file: File | null;
  map: Mapping;
  preview: Preview | null;
  error: string;
}

const BEGIN: State = { step: 'choose', file: null, map: {}, preview: null, error: '' };

/** One import, from the choice of a file to its rows; whatever is under way ends when the dialog goes. */
export function useImport(definition: Definition, scope: Scope, onDone: (created: number) => void) {
  const { t } = useTranslation('errors');
  const [state, setState] = useState(BEGIN);
  const underway = useRef<AbortController>(null);
  useEffect(() => () => underway.current?.abort(), []);

  async function run<T>(step: Step, next: Partial<State>, work: (signal: AbortSignal) => Promise<T>) {
    underway.current?.abort();
    const own = new AbortController();
    underway.current = own;
    setState(before => ({ ...before, ...next, step, error: '' }));
    try {
      return await work(own.signal);
    } catch (error) {
      if (own.signal.aborted) return;
      const message = error instanceof ApiError && error.message ? error.message : t('FAIL');
      setState(before => ({ ...before, step: before.preview ? 'preview' : 'choose', error: message }));
    }
  }

  async function look(file: File, map: Mapping) {
    const preview = await run('reading', { file, map }, signal =>
      previewFile(definition.path, callOf(scope, file, map, signal)),
    );
    if (preview) setState(before => ({ ...before, step: 'preview', preview }));
  }

  return {
    state,
    take: (file: File) => {
      setState(BEGIN);
      void look(file, {});
    },
    put: (column: string, field: string) => {
      const { file, preview } = state;
      if (!file || !preview) return;
      const known = preview.columns.map(one => [one.column, one.field === field && field ? '' : (one.field ?? '')]);
      void look(file, { ...Object.fromEntries(known), [column]: field });
    },
    store: async () => {
      const { file, map } = state;
      if (!file) return;
      const created = await run('importing', {}, signal =>
        importFile(definition.path, callOf(scope, file, map, signal)),
      );
      if (created !== undefined) onDone(created);
    },
    marked: async () => {
      const { file, map } = state;
      if (!file) return;
      const answer = await requestFile(`${definition.path}/import/marked`, callOf(scope, file, map), 'POST');
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
