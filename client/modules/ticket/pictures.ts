import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { useState } from 'react';
import { ApiError, request, type Scope } from '../../kit/api.ts';
import { toast } from '../../kit/ui/toast.ts';

const MOST = 5;

/** Pictures for a message: chosen, uploaded at once, and taken along when it is sent. */
export function usePictures(scope: Scope) {
  const [files, setFiles] = useState<readonly FileInfo[]>([]);
  const [busy, setBusy] = useState(false);
  const upload = async (chosen: readonly File[]) => {
    const body = new FormData();
    for (const file of chosen.slice(0, MOST - files.length)) body.append('files', file);
    setBusy(true);
    try {
      const { data } = await request<FileInfo[]>('POST', '/upload', { ...scope, body });
      setFiles(before => [...before, ...data].slice(0, MOST));
    } catch (error) {
      toast({ tone: 'bad', title: error instanceof ApiError ? error.message : String(error) });
    } finally {
      setBusy(false);
    }
  };
  return {
    files,
    busy,
    clear: () => setFiles([]),
    drop: (id: string) => setFiles(before => before.filter(file => file.id !== id)),
    pick() {
      const input = document.createElement('input');
      Object.assign(input, { type: 'file', accept: 'image/jpeg,image/png', multiple: true });
      input.addEventListener('change', () => input.files && upload([...input.files]));
      input.click();
    },
  };
}
