import { pino } from 'pino';

/** The structured log; what could carry a secret or a person is redacted by name. */
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
