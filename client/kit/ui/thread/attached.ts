import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import type { FileRoom } from '@lobby/shared/kit/upload-limits.ts';
import { type ClipboardEvent, useState } from 'react';
import { toast } from '../../base/toast.ts';
import type { Scope } from '../../http/api.ts';
import { toastRefusal } from '../../i18n/toast-refusal.ts';
import { acceptOf, upload } from '../form/inputs/files/uploading.ts';
import { useFileRoom } from '../form/inputs/files/useFileRoom.ts';

type Files = readonly FileInfo[];

/** File ids of a message: pictures are shown, others linked. */
export function namedFiles(files: Files): { images?: string[]; attachments?: string[] } {
  const isImage = ({ type }: FileInfo) => type.startsWith('image/');
  const images = files.filter(isImage).map(({ id }) => id);
  const attachments = files.filter(file => !isImage(file)).map(({ id }) => id);
  return { ...(images.length > 0 && { images }), ...(attachments.length > 0 && { attachments }) };
}

/** Files of a message: chosen or pasted, uploaded at once, and stored with its draft. */
export function useAttached(
  scope: Scope,
  files: Files,
  change: (next: (before: Files) => Files) => void,
  room: FileRoom,
) {
  const { refuse } = useFileRoom(room);
  const [busy, setBusy] = useState(false);
  const take = async (chosen: readonly File[]) => {
    if (chosen.length === 0 || busy) return;
    const refused = refuse(chosen, files);
    if (refused) return toast({ tone: 'bad', title: refused });
    setBusy(true);
    try {
      const { signal } = new AbortController();
      const added = await upload(chosen, { scope, onProgress: () => undefined, signal });
      change(before => [...before, ...added]);
    } catch (error) {
      void toastRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    drop: (id: string) => change(before => before.filter(file => file.id !== id)),
    paste({ clipboardData }: ClipboardEvent) {
      // Copied spreadsheet cells contain text and a picture of it; only the text is used.
      if (!clipboardData.getData('text/plain')) void take([...clipboardData.files]);
    },
    pick() {
      const input = document.createElement('input');
      Object.assign(input, { type: 'file', accept: acceptOf(), multiple: true });
      input.addEventListener('change', () => void take([...(input.files ?? [])]));
      input.click();
    },
  };
}
