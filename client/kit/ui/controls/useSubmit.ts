import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../http/api.ts';
import { useFaults } from '../states/useFaults.ts';

interface Submit {
  busy: boolean;
  /** Error in one sentence; a field's error first. */
  error: string;
  /** Code of that refusal. */
  code: string | undefined;
  /** Errors by field, for forms that show them there. */
  faults: Readonly<Record<string, string>>;
  run: (ask: () => unknown) => Promise<void>;
}

/** Runs a request of a dialog and keeps its error; `values` are the inputs by field name. */
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
      const faulty = Object.entries(refusal?.fields ?? {});
      setRefusal(refusal);
      setFaults(Object.fromEntries(faulty.map(([name, { code, params }]) => [name, t(code, { ...params })])));
      // An error of a field is shown there only.
      setRefused(faulty.length > 0 ? '' : refusal?.message || t('FAIL'));
    } finally {
      setBusy(false);
    }
  };
  const [at] = Object.keys(faults);
  const code = at === undefined ? refused && refusal?.code : refusal?.fields[at]?.code;
  return { busy, error: Object.values(faults)[0] ?? refused, code: code || undefined, faults, run };
}
