import { createGate } from './gate.ts';

const MB = 1024 * 1024;

/** Uploads that are being received or worked on, by the bytes they hold in memory. */
export const uploading = createGate({
  what: 'uploads',
  inAll: 128 * MB,
  own: 60 * MB,
  waiting: 50,
  patienceMs: 20_000,
});
/** The least that an upload is weighed with. */
export const LEAST_UPLOAD = MB;

/** Pictures that are decoded, by their pixels: each takes some four bytes. */
export const decoding = createGate({
  what: 'pixels',
  inAll: 50_000_000,
  own: 250_000_000,
  waiting: 100,
  patienceMs: 40_000,
});

/** Archives that are unpacked, by the bytes they hold; a reader of workbooks holds several times as much. */
export const unpacking = createGate({
  what: 'bytes unpacked',
  inAll: 24 * MB,
  own: 72 * MB,
  waiting: 50,
  patienceMs: 30_000,
});
/** The least that a workbook is weighed with: its reader is a thread of its own. */
export const LEAST_BOOK = 8 * MB;
