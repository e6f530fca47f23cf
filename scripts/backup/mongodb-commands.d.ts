// The driver's own way to send documents as the bytes they are; held by tests/platform/backup.long.test.ts.
declare module 'mongodb/lib/cmap/commands.js' {
  export class DocumentSequence {
    constructor(field: string);
    /** Answers the length of the sequence so far. */
    push(document: object, bytes: Uint8Array): number;
  }
}
