import { document } from '@lobby/shared/modules/document.ts';
import { ApiError } from '../../kit/http/api.ts';
import { randomId } from '../../kit/http/ids.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { createRecord, type Intent, newIntent } from '../../kit/ui/form/save-record.ts';
import { isTooLarge, upload } from '../../kit/ui/form/uploading.ts';

/** One file on its way to be a document. */
export interface Item {
  key: string;
  file: File;
  /** The name of the document. */
  name: string;
  state: 'waiting' | 'going' | 'done' | 'failed';
  /** 0 to 1. */
  progress: number;
  error: string;
  /** Of the file once it has arrived: a second try does not send it again. */
  fileId: string | null;
  intent: Intent;
}

/** More files at once are not taken. */
export const MOST = 20;
export const TOO_LARGE = 'PAYLOAD_TOO_LARGE';

/** A chosen file; one that is too large is known to be refused. */
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

/** Sends one file and makes its document; tells each step. */
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
