import { createGate } from './gate.ts';

const MB = 1024 * 1024;

/** Limits uploads being received or handled, by their bytes in memory. */
export const uploading = createGate({
  what: 'uploads',
  inAll: 128 * MB,
  own: 60 * MB,
  waiting: 50,
  patienceMs: 20_000,
});
/** Minimum weight of an upload in bytes. */
export const LEAST_UPLOAD = MB;

/** Limits pictures being decoded, by pixels of some four bytes each. */
export const decoding = createGate({
  what: 'pixels',
  inAll: 50_000_000,
  own: 250_000_000,
  waiting: 100,
  patienceMs: 40_000,
});

/** Limits archives being unpacked, by unpacked bytes. A reader of workbooks needs several times as much memory. */
export const unpacking = createGate({
  what: 'bytes unpacked',
  inAll: 24 * MB,
  own: 72 * MB,
  waiting: 50,
  patienceMs: 30_000,
});
/** Minimum weight of a workbook in bytes, since it is read in a thread of its own. */
export const LEAST_BOOK = 8 * MB;
