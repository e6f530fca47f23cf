import { useState } from 'react';
import { ApiError } from '../../http/api.ts';
import { toastRefusal } from '../../i18n/toast-refusal.ts';
import type { FieldsForm } from './useFieldsForm.ts';

/** Sends a form once at a time. Errors are shown at the inputs, and in a toast if a field has no input here. */
export function useSending(showRefusal: FieldsForm['showRefusal']) {
  const [busy, setBusy] = useState(false);
  async function send(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { shown, others } = showRefusal(error);
      if (shown === 0 || others > 0) void toastRefusal(error);
    } finally {
      setBusy(false);
    }
  }
  return { busy, setBusy, send };
}
