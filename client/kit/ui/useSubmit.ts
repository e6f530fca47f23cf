import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../http/api.ts';

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

/** Runs a request of a dialog and keeps its refusal. */
export function useSubmit(): Submit {
  const { t } = useTranslation('errors');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [code, setCode] = useState<string>();
  const [faults, setFaults] = useState<Submit['faults']>({});
  const run = async (ask: () => unknown) => {
    setBusy(true);
    setError('');
    setCode(undefined);
    setFaults({});
    try {
      await ask();
    } catch (failure) {
      const refused = failure instanceof ApiError ? failure : null;
      const said = Object.fromEntries(
        Object.entries(refused?.fields ?? {}).map(([name, { code, params }]) => [name, t(code, { ...params })]),
      );
      setFaults(said);
      setCode(Object.values(refused?.fields ?? {})[0]?.code ?? refused?.code);
      setError((Object.values(said)[0] ?? refused?.message) || t('FAIL'));
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, code, faults, run };
}
