import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../http/api.ts';
import { useFaults } from './useFaults.ts';

interface Submit {
  busy: boolean;
  /** Why it was refused in one sentence: that of a field first. */
  error: string;
  /** Of that refusal. */
  code: string | undefined;
  /** What is wrong with each field, for a form that shows it there. */
  faults: Readonly<Record<string, string>>;
  run: (ask: () => unknown) => Promise<void>;
}

/** Runs a request of a dialog and keeps its refusal; `values`: what its inputs hold, by the names of their faults. */
export function useSubmit(values: Readonly<Record<string, unknown>> = {}): Submit {
  const { t } = useTranslation('errors');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [faults, setFaults] = useFaults<string>(values);
  const run = async (ask: () => unknown) => {
    setBusy(true);
    setRefused('');
    setRefusal(null);
    setFaults({});
    try {
      await ask();
    } catch (failure) {
      const refusal = failure instanceof ApiError ? failure : null;
      const said = Object.entries(refusal?.fields ?? {});
      setRefusal(refusal);
      setFaults(Object.fromEntries(said.map(([name, { code, params }]) => [name, t(code, { ...params })])));
      // What is said of a field is said there alone.
      setRefused(said.length > 0 ? '' : refusal?.message || t('FAIL'));
    } finally {
      setBusy(false);
    }
  };
  const [at] = Object.keys(faults);
  const code = at === undefined ? refused && refusal?.code : refusal?.fields[at]?.code;
  return { busy, error: Object.values(faults)[0] ?? refused, code: code || undefined, faults, run };
}
