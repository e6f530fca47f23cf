import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { type FileRoom, typesIn } from '@lobby/shared/kit/upload-limits.ts';
import { ApiError, type Scope } from '../../../../http/api.ts';
import { randomId } from '../../../../http/ids.ts';
import { accessToken, refreshToken, transport } from '../../../../http/token.ts';

/** iPhones take HEIC; the server converts it to JPG. */
const IMAGES = ['image/jpeg', 'image/png', '.heic', '.heif'];
const DOCUMENTS = ['.pdf', '.doc', '.docx', '.xls', '.xlsx'];

/** File types that a file dialog accepts for a field; without one, all that uploads allow. */
export function acceptOf(field: FileRoom = { max: 1 }): string {
  const types = typesIn(field);
  const offered = types ? types.flatMap(type => (type === 'IMAGE' ? IMAGES : ['.pdf'])) : [...IMAGES, ...DOCUMENTS];
  return offered.join();
}

interface Uploading {
  scope: Scope;
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

interface Answered {
  data?: FileInfo[];
  code?: string;
  requestId?: string;
  error?: { code?: string; message?: string; data?: unknown };
}

/** Uploads files with progress, which `fetch` lacks. Throws `ApiError`. */
export async function upload(files: readonly File[], { scope, onProgress, signal }: Uploading): Promise<FileInfo[]> {
  const key = randomId();
  const attempt = () => send(files, key, scope, onProgress, signal);
  let request = await attempt();
  if (request.status === 401 && (await refreshToken()) === 'refreshed') request = await attempt();
  const answer = read(request.responseText);
  if (request.status >= 200 && request.status < 300 && answer.data) return answer.data;
  const code =
    answer.error?.code ??
    (request.status === 0 ? 'FAIL' : request.status === 413 ? 'PAYLOAD_TOO_LARGE' : 'SERVER_ERROR');
  throw new ApiError(request.status, code, answer.error?.message ?? '', answer.error?.data, answer.requestId ?? '');
}

function read(text: string): Answered {
  try {
    return JSON.parse(text);
  } catch {
    // No answer, or a proxy's page: the status tells enough.
    return {};
  }
}

function send(
  files: readonly File[],
  key: string,
  { projectId, unitId }: Scope,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<XMLHttpRequest> {
  const body = new FormData();
  for (const file of files) body.append('files', file, file.name);
  const request = new XMLHttpRequest();
  request.open('POST', `${transport.origin}/api/upload`);
  request.setRequestHeader('Authorization', `Bearer ${accessToken()}`);
  request.setRequestHeader('Accept-Language', document.documentElement.lang);
  request.setRequestHeader('Idempotency-Key', key);
  if (projectId) request.setRequestHeader('X-Project-Id', projectId);
  if (unitId) request.setRequestHeader('X-Unit-Id', unitId);
  request.upload.addEventListener('progress', event => onProgress(event.loaded / event.total));
  signal.addEventListener('abort', () => request.abort());
  return new Promise(resolve => {
    request.addEventListener('loadend', () => resolve(request));
    request.send(body);
  });
}
