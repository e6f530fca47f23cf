import type { ApiError } from '../../kit/http/api-error.ts';

/** Who was quicker, where a plan was refused for it. */
export function quicker({ code, data }: ApiError): string | null {
  if (code !== 'DATA_STALE') return null;
  const { current } = data as { current?: { by?: string } };
  return current?.by ?? '';
}
