import { isTooLarge } from '@lobby/shared/kit/upload-limits.ts';
import { document } from '@lobby/shared/modules/document.ts';
import { ApiError } from '../../kit/http/api.ts';
import { randomId } from '../../kit/http/ids.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { upload } from '../../kit/ui/form/inputs/files/uploading.ts';
import { createRecord, type Intent, newIntent } from '../../kit/ui/form/save-record.ts';

/** A file to upload. */
export interface Item {
  key: string;
  file: File;
  /** Name of the new document. */
  name: string;
  state: 'waiting' | 'going' | 'done' | 'failed';
  /** 0 to 1. */
  progress: number;
  error: string;
  /** Set once the file is uploaded, so that a retry only creates the document. */
  fileId: string | null;
  intent: Intent;
}

/** Maximum number of files at once. */
export const MOST = 20;
export const TOO_LARGE = 'PAYLOAD_TOO_LARGE';

/** Upload item of a file; a too large one starts as failed. */
export function itemOf(file: File): Item {
  const name =
    file.name
      .replace(/\.[^.]{1,5}$/, '')
      .replaceAll('_', ' ')
      .trim()
      .slice(0, 150) || file.name;
  const tooLarge = isTooLarge(file);
  return {
    key: randomId(),
    file,
    name,
    state: tooLarge ? 'failed' : 'waiting',
    progress: 0,
    error: tooLarge ? TOO_LARGE : '',
    fileId: null,
    intent: newIntent(),
  };
}

/** Uploads a file and creates its document, reporting each step; returns whether it succeeded. */
export async function sendItem(
  item: Item,
  values: Record<string, unknown>,
  signal: AbortSignal,
  tell: (change: Partial<Item>) => void,
): Promise<boolean> {
  const scope = scopeNow();
  tell({ state: 'going', error: '' });
  let { fileId } = item;
  try {
    if (!fileId) {
      const [sent] = await upload([item.file], { scope, signal, onProgress: progress => tell({ progress }) });
      fileId = sent?.id ?? null;
      tell({ fileId, progress: 1 });
    }
    await createRecord(document, scope, { ...values, name: item.name.trim(), file: [fileId] }, item.intent);
    tell({ state: 'done' });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const fields = Object.values(error.fields);
    tell({ state: 'failed', progress: 0, error: fields[0]?.code || error.message || error.code });
    return false;
  }
}
