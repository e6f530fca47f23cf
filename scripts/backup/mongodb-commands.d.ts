// An internal of the driver that sends documents as raw bytes; covered by tests/platform/backup.long.test.ts.
declare module 'mongodb/lib/cmap/commands.js' {
  export class DocumentSequence {
    constructor(field: string);
    /** Returns the length of the sequence so far. */
    push(document: object, bytes: Uint8Array): number;
  }
}
