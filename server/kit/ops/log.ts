import { pino } from 'pino';

/** The structured log. Fields that may hold secrets or personal data are redacted by name. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? 'info',
  base: undefined,
  redact: {
    paths: [
      'password',
      '*.password',
      'token',
      '*.token',
      'headers.authorization',
      'headers.cookie',
      '*.phone',
      '*.email',
      '*.identifier',
    ],
    censor: '[redacted]',
  },
});
