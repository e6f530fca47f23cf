import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../http/api.ts';

/** Runs a request of a dialog and keeps its refusal, that of a field first. */
export function useSubmit(): { busy: boolean; error: string; run: (ask: () => unknown) => Promise<void> } {
  const { t } = useTranslation('errors');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const run = async (ask: () => unknown) => {
    setBusy(true);
    setError('');
    try {
      await ask();
    } catch (failure) {
      const refused = failure instanceof ApiError ? failure : null;
      const [fault] = Object.values(refused?.fields ?? {});
      setError((fault ? t(fault.code, { ...fault.params }) : refused?.message) || t('FAIL'));
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run };
}
