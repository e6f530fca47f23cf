import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import {
  countsTogether,
  type FileRoom,
  isOneOf,
  mostBytes,
  namesOfTypes,
  type Refused,
  refusedEach,
  refusedTogether,
  typesIn,
  UPLOAD_LIMIT,
} from '@lobby/shared/kit/upload-limits.ts';
import { ApiError, type Scope } from '../../../http/api.ts';
import { randomId } from '../../../http/ids.ts';
import { accessToken, refreshToken, transport } from '../../../http/token.ts';

/** iPhones take HEIC; the server converts it to JPG. */
const IMAGES = ['image/jpeg', 'image/png', '.heic', '.heif'];
const DOCUMENTS = ['.pdf', '.doc', '.docx', '.xls', '.xlsx'];

/** File types that a file dialog accepts for a field; without one, all that uploads allow. */
export function acceptOf(field: FileRoom = { max: 1 }): string {
  const types = typesIn(field);
  const offered = types ? types.flatMap(one => (one === 'IMAGE' ? IMAGES : ['.pdf'])) : [...IMAGES, ...DOCUMENTS];
  return offered.join();
}

/** Whether a file exceeds the limit of its type. */
export const isTooLarge = ({ type, size }: File): boolean => size > mostBytes(type);

interface Unfit {
  code: 'TOO_MANY' | 'PAYLOAD_TOO_LARGE' | 'FILE_TYPE_NOT_ALLOWED';
  params: { max: number; types?: string };
}

/** Why files cannot be uploaded to a field: too many, wrong type, or too large; null if they can. */
export function refusalOf(
  chosen: readonly File[],
  { held = [], ...field }: FileRoom & { held?: readonly FileInfo[] },
): Unfit | Refused | null {
  const { max } = field;
  if (chosen.length + held.length > max) return { code: 'TOO_MANY', params: { max } };
  const types = typesIn(field);
  // Types unknown to the browser, such as some phones' pictures, are checked by the server.
  if (types && chosen.some(({ type }) => type !== '' && !isOneOf(types, type)))
    return { code: 'FILE_TYPE_NOT_ALLOWED', params: { max, types: namesOfTypes(types) } };
  // Pictures are resized by the server, so their final size is unknown here.
  const weighed = chosen.filter(file => !file.type.startsWith('image/'));
  const refused =
    refusedEach(field, weighed) ??
    (countsTogether(field)
      ? refusedTogether(
          [...weighed, ...held].map(({ size }) => size),
          field,
        )
      : null);
  if (refused) return refused;
  const together = chosen.reduce((sum, file) => sum + file.size, 0);
  return chosen.some(isTooLarge) || together > UPLOAD_LIMIT.request
    ? { code: 'PAYLOAD_TOO_LARGE', params: { max } }
    : null;
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
