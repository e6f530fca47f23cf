/** Every refusal has a code; its words are in `locales/<language>/errors.json`. The number is the HTTP status. */
export const ERRORS = {
  VALIDATION_FAILED: 400,
  PROJECT_REQUIRED: 400,
  MALFORMED_BODY: 400,
  UNAUTHORIZED: 401,
  SIGN_IN_FAILED: 401,
  SESSION_ENDED: 401,
  EMPLOYEE_NOT_HAVE_PERMISSION: 403,
  FORBIDDEN: 403,
  EMAIL_NOT_VERIFIED: 403,
  USER_NOT_ACTIVE: 403,
  SERVICE_EXPIRED: 403,
  KEEPER_ONLY: 403,
  WHITE_LABEL_NOT_YOURS: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  DATA_STALE: 409,
  STATUS_CHANGED: 409,
  CAME_SINCE: 409,
  STATUS_NOT_ALLOWED: 409,
  ALREADY_EXISTS: 409,
  PROJECT_CODE_EXISTS: 409,
  IN_USE: 409,
  PAYLOAD_TOO_LARGE: 413,
  LINK_NOT_VALID: 422,
  TEXT_FORBIDDEN: 422,
  REFERENCE_NOT_FOUND: 422,
  REFERENCE_NOT_SUITABLE: 422,
  EMPLOYEE_NOT_SUITABLE: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  IMPORT_EMPTY: 422,
  IMPORT_TOO_MANY_ROWS: 422,
  IMPORT_HAS_FAULTS: 422,
  IMPORT_TOO_HEAVY: 422,
  FILE_TYPE_NOT_ALLOWED: 422,
  FILE_NOT_READABLE: 422,
  FILE_HEIC: 422,
  FILES_TOO_LARGE: 422,
  TOO_MANY_REQUESTS: 429,
  SERVER_ERROR: 500,
  QUERY_TOO_SLOW: 503,
  SERVER_BUSY: 503,
  DATABASE_UNAVAILABLE: 503,
  MAINTENANCE: 503,
} as const satisfies Record<string, number>;

export type KitError = keyof typeof ERRORS;

/** What can be wrong with one field; the words are `errors.<code>`, with `params` filled in. */
export type FieldCode =
  | 'REQUIRED'
  | 'PERMISSION_NEEDS_READ'
  | 'TYPE_INVALID'
  | 'TOO_SHORT'
  | 'TOO_LONG'
  | 'TOO_SMALL'
  | 'TOO_LARGE'
  | 'TOO_FEW'
  | 'TOO_MANY'
  | 'CHOICE_INVALID'
  | 'UNKNOWN_FIELD'
  | 'NOT_NATURAL'
  | 'DATE_INVALID'
  | 'DATE_YEAR_ONLY'
  | 'ZEROS_LOST'
  | 'IMPORT_IS_DATE'
  | 'DATE_IN_FUTURE'
  | 'DATE_IN_PAST'
  | 'DATE_TOO_EARLY'
  | 'DIGITS_ONLY'
  | 'PHONE_INVALID'
  | 'EMAIL_INVALID'
  | 'IDENTIFIER_INVALID'
  | 'CODE_INVALID'
  | 'ID_INVALID'
  | 'TEXT_FORBIDDEN'
  | 'REFERENCE_NOT_FOUND'
  | 'REFERENCE_NOT_SUITABLE'
  | 'EMPLOYEE_NOT_SUITABLE'
  | 'ALREADY_EXISTS'
  | 'COLOUR_INVALID'
  | 'HOST_INVALID'
  | 'IMAGE_INVALID'
  | 'TEXT_VARIABLES'
  | 'REPEATED'
  | 'LISTED_TWICE'
  | 'CONTRACT_PATTERN_INVALID'
  | 'TIME_INVALID'
  | 'REMINDER_DAYS_INVALID'
  | 'IMPORT_AMBIGUOUS'
  | 'IMPORT_FORMULA_EMPTY'
  | 'IMPORT_MASKED'
  | 'IMPORT_PERSONAL_TAKEN'
  | 'IMPORT_NAME_UNKNOWN'
  | 'IMPORT_NOT_EMPTIED'
  | 'PASSWORD_INCORRECT'
  | 'CONFIRMATION_DIFFERS'
  | 'FILE_TYPE_NOT_ALLOWED'
  | 'FILES_TOO_LARGE'
  | 'INVALID';

export interface FieldError {
  code: string;
  params?: Record<string, string | number>;
}

/** Field path -> what is wrong with it. */
export type FieldErrors = Record<string, FieldError>;

/** The body of every failed answer (api.md, HTTP). */
export interface Failure {
  code: string;
  error: { statusCode: number; code: string; message: string; data?: unknown };
  requestId: string;
}
