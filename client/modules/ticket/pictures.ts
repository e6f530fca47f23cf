import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { type ClipboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type Scope } from '../../kit/api.ts';
import { acceptOf, refusalOf, UPLOAD_LIMIT, upload } from '../../kit/ui/form/uploading.ts';
import { toast } from '../../kit/ui/toast.ts';

/** Pictures for a message: chosen or pasted, uploaded at once, and taken along when it is sent. */
export function usePictures(scope: Scope) {
  const { t } = useTranslation('errors');
  const [files, setFiles] = useState<readonly FileInfo[]>([]);
  const [busy, setBusy] = useState(false);
  const refuse = (title: string) => toast({ tone: 'bad', title });
  const take = async (chosen: readonly File[]) => {
    if (chosen.length === 0 || busy) return;
    const max = UPLOAD_LIMIT.files;
    const wrong = refusalOf(chosen, max - files.length);
    if (wrong) return refuse(t(wrong, { max }));
    setBusy(true);
    try {
      const { signal } = new AbortController();
      const added = await upload(chosen, { scope, onProgress: () => undefined, signal });
      setFiles(before => [...before, ...added]);
    } catch (error) {
      refuse((error instanceof ApiError && error.message) || t('FAIL'));
    } finally {
      setBusy(false);
    }
  };
  return {
    files,
    busy,
    clear: () => setFiles([]),
    drop: (id: string) => setFiles(before => before.filter(file => file.id !== id)),
    paste({ clipboardData }: ClipboardEvent) {
      // Cells of a spreadsheet come as text and as a picture of it.
      if (!clipboardData.getData('text/plain')) void take([...clipboardData.files]);
    },
    pick() {
      const input = document.createElement('input');
      Object.assign(input, { type: 'file', accept: acceptOf(true), multiple: true });
      input.addEventListener('change', () => void take([...(input.files ?? [])]));
      input.click();
    },
  };
}
