import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../base/toast.ts';
import { type Call, type Method, requestFile } from '../../../http/api.ts';
import { saveFile } from '../../../http/save-file.ts';
import { toastRefusal } from '../../../i18n/toast-refusal.ts';

/** Milliseconds after which a file that is not ready is announced. */
const PATIENCE_MS = 1000;

/** Downloads a file that the server writes, and reports the result. */
export function useExport(): { busy: boolean; save: (path: string, call: Call, method?: Method) => Promise<void> } {
  const { t } = useTranslation('kit');
  const [busy, setBusy] = useState(false);
  async function run(path: string, call: Call, method?: Method) {
    setBusy(true);
    const waiting = setTimeout(() => toast({ tone: 'going', title: t('list.exporting') }), PATIENCE_MS);
    try {
      const { file, name } = await requestFile(path, call, method);
      saveFile(file, name);
      toast({ tone: 'done', title: t('list.exported'), description: name });
    } catch (error) {
      void toastRefusal(error, { title: t('list.exportFailed') });
    } finally {
      clearTimeout(waiting);
      setBusy(false);
    }
  }
  return { busy, save: async (path, call, method) => (busy ? undefined : run(path, call, method)) };
}
