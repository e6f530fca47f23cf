import { useState } from 'react';
import { toast } from '../../base/toast.ts';
import { ApiError } from '../../http/api.ts';
import type { FieldsForm } from './useFieldsForm.ts';

/** Sends a form once at a time: what is refused stands at its inputs, and is said aloud where a fault has no input here. */
export function useSending(showRefusal: FieldsForm['showRefusal']) {
  const [busy, setBusy] = useState(false);
  async function send(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { shown, others } = showRefusal(error);
      if (shown === 0 || others > 0) toast({ tone: 'bad', title: error.message });
    } finally {
      setBusy(false);
    }
  }
  return { busy, setBusy, send };
}
