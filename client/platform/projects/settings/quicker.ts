import type { ApiError } from '../../../kit/http/api-error.ts';

/** Name of the colleague who saved first, if that is why saving was refused; else null. */
export function quicker({ code, data }: ApiError): string | null {
  if (code !== 'DATA_STALE') return null;
  const { current } = data as { current?: { by?: string } };
  return current?.by ?? '';
}
