import type { FieldErrors } from '@lobby/shared/kit/errors.ts';

/** A refusal, or `FAIL` (status 0) when the server could not be reached. `message` is in the reader's language. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly data: unknown;
  readonly requestId: string;
  /** Seconds to wait, on 429. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    code: string,
    message: string,
    data: unknown,
    requestId: string,
    retryAfter: number | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.data = data;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }

  /** Whether a retry of the same request may succeed later. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** Errors by field, with 400, 409 and 422. */
  get fields(): FieldErrors {
    return dataOf<{ fields?: FieldErrors }>(this.data).fields ?? {};
  }
}

/** Converts what a failed call threw to an `ApiError`. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, 'FAIL', String(error), null, '');
}

/** Data of a refusal, typed by the shape that belongs to its code. */
export function dataOf<T extends object>(data: unknown): Partial<T> {
  // Safe cast: answers follow their documented schemas, and this is where they get their types.
  return typeof data === 'object' && data !== null ? (data as Partial<T>) : {};
}

/** The refusal in a failed answer. */
export async function readApiError(answer: Response): Promise<ApiError> {
  const text = await answer.text().catch(() => '');
  let body: { code?: string; error?: { code?: string; message?: string; data?: unknown }; requestId?: string } = {};
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy's page instead of our JSON: the status says enough.
  }
  const code = body.error?.code ?? body.code ?? (answer.status >= 500 ? 'SERVER_ERROR' : String(answer.status));
  const wait = Number(answer.headers.get('Retry-After'));
  const requestId = body.requestId ?? answer.headers.get('X-Request-Id') ?? '';
  return new ApiError(answer.status, code, body.error?.message ?? '', body.error?.data, requestId, wait || null);
}
